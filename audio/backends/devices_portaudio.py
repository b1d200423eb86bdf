"""PortAudio as we use it: loaded when first needed, devices by name, one lock, and a fresh look at what is plugged in.

PortAudio lists devices once, when it is initialised, and is not thread-safe outside its callbacks.
"""

import asyncio
import contextlib
import logging
import os
import tempfile
import threading
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeVar

from audio.ports import AudioError

Kind = Literal["input", "output"]
T = TypeVar("T")

log = logging.getLogger(__name__)
LOCK = threading.RLock()

BUFFER_S = 0.1
_FALLBACK_RATES_HZ = (48_000, 44_100, 16_000)
_WORDS = {
    "input": ("micro", "Aucun micro : branchez-en un, ou jouez au clavier (--recogniser keyboard)."),
    "output": ("haut-parleur", "Aucun haut-parleur : tout est sous-titré."),
}


@dataclass(frozen=True)
class Device:
    """A sound device: how many channels it takes in and gives out, its own rate, whether it is the system's choice."""

    name: str
    inputs: int
    outputs: int
    rate_hz: int
    default_in: bool
    default_out: bool
    index: int
    """PortAudio's number, which changes when devices come and go: never kept."""

    def channels(self, kind: Kind) -> int:
        return self.inputs if kind == "input" else self.outputs


class Holder(Protocol):
    """Has a stream open, which a new look at the devices closes."""

    @property
    def busy(self) -> bool:
        """Not to be interrupted now."""
        ...

    def suspend(self) -> None: ...

    def resume(self) -> None: ...


_holders: list[Holder] = []


def portaudio() -> Any:
    """The sounddevice module. Raises AudioError where PortAudio is not installed."""
    with LOCK, quiet():
        try:
            import sounddevice
        except (OSError, ImportError) as error:
            raise AudioError(
                "PortAudio manque, donc ni micro ni haut-parleur : sudo apt-get install libportaudio2."
            ) from error
        return sounddevice


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """ALSA, JACK and PortAudio write to the error stream, across the screen: it goes to the log meanwhile."""
    with tempfile.TemporaryFile() as said:
        saved = os.dup(2)
        try:
            os.dup2(said.fileno(), 2)
            yield
        finally:
            os.dup2(saved, 2)
            os.close(saved)
            said.seek(0)
            if text := said.read().decode(errors="replace").strip():
                log.debug("%s", text)


def list_devices() -> list[Device]:
    """What PortAudio saw when it last looked (`refresh`). Raises AudioError where it is not installed."""
    sd = portaudio()
    with LOCK:
        default_in, default_out = sd.default.device
        return [
            Device(
                name=str(each["name"]),
                inputs=int(each["max_input_channels"]),
                outputs=int(each["max_output_channels"]),
                rate_hz=round(each["default_samplerate"]),
                default_in=index == _or_first(sd, default_in, "input"),
                default_out=index == _or_first(sd, default_out, "output"),
                index=index,
            )
            for index, each in enumerate(sd.query_devices())
        ]


def _or_first(sd: Any, index: int, kind: str) -> int:
    """sounddevice has -1 for a default nobody chose: PortAudio's own then, which is -1 where there is none."""
    if index >= 0:
        return index
    return max((int(api[f"default_{kind}_device"]) for api in sd.query_hostapis()), default=-1)


def find(name: str | None, kind: Kind) -> Device:
    """The device whose name is `name`, or holds it, whatever the case and the accents; None: the system's choice.

    Raises AudioError when there is none.
    """
    what, none_at_all = _WORDS[kind]
    there = [device for device in list_devices() if device.channels(kind) > 0]
    if not there:
        raise AudioError(none_at_all)
    if name is None:
        return next((d for d in there if (d.default_in if kind == "input" else d.default_out)), there[0])
    wanted = _plain(name)
    for fits in (wanted.__eq__, lambda text: wanted in text):
        for device in there:
            if fits(_plain(device.name)):
                return device
    names = ", ".join(device.name for device in there)
    raise AudioError(f"Le {what} « {name} » est introuvable : branchez-le, ou choisissez parmi {names}.")


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter)).strip()


def refresh() -> None:
    """Look again at what is plugged in. Open streams are closed meanwhile, and reopened by name."""
    sd = portaudio()
    with LOCK, quiet():
        held = list(_holders)
        for holder in held:
            holder.suspend()
        sd._terminate()
        sd._initialize()
        for holder in held:
            try:
                holder.resume()
            except AudioError as error:  # the holder finds out by itself that nothing comes any more
                log.info("%s", error)


def refresh_unless_busy(asking: Holder) -> None:
    """`refresh`, but not while another device plays a sentence."""
    with LOCK:
        if not any(holder.busy for holder in _holders if holder is not asking):
            refresh()


def hold(holder: Holder) -> None:
    with LOCK:
        _holders.append(holder)


def let_go(holder: Holder) -> None:
    with LOCK, contextlib.suppress(ValueError):
        _holders.remove(holder)


def open_stream(
    device: Device, kind: Kind, block_s: float, callback_at: Callable[[int], Any], ended: Callable[[], None]
) -> Any:
    """A started stream of up to two channels at the device's own rate, or the next best that it takes.

    `callback_at(rate_hz)` makes the callback; `ended` is called when no more will come, also after closing.
    Raises AudioError.
    """
    sd = portaudio()
    make = sd.InputStream if kind == "input" else sd.OutputStream
    problem: Exception | None = None
    with LOCK, quiet():
        for rate_hz in dict.fromkeys((device.rate_hz, *_FALLBACK_RATES_HZ)):
            try:
                stream = make(
                    device=device.index,
                    samplerate=rate_hz,
                    channels=min(2, device.channels(kind)),
                    dtype="float32",
                    blocksize=round(rate_hz * block_s),
                    latency=BUFFER_S,  # Python may be late by some ten milliseconds while the recogniser works
                    callback=callback_at(rate_hz),
                    finished_callback=ended,
                )
            except (sd.PortAudioError, ValueError) as error:
                problem = error
                continue
            try:
                stream.start()
            except sd.PortAudioError as error:
                problem = error
                stream.close()
                continue
            return stream
    raise AudioError(f"« {device.name} » ne s'ouvre pas ({problem}) : vérifiez les réglages du son.") from problem


def close_stream(stream: Any) -> None:
    """Drop what is not yet played and close. Errors only mean that the device is gone."""
    sd = portaudio()
    with LOCK, quiet():
        try:
            stream.abort()
            stream.close()
        except sd.PortAudioError as error:
            log.info("closing a sound device: %s", error)


def in_thread(work: Callable[[], T]) -> "asyncio.Future[T]":
    """Run `work` in a thread that the end of the program does not wait for: a driver may hang for ever."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: BaseException | None) -> None:
        if future.cancelled():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(result)  # type: ignore[arg-type]  # None only where T allows it

    def run() -> None:
        result: T | None = None
        problem: BaseException | None = None
        try:
            result = work()
        except BaseException as error:
            problem = error
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, result, problem)

    threading.Thread(target=run, name="sound device", daemon=True).start()
    return future
