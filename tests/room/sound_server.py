"""A PulseAudio server of the tests' own, with sinks and sources that no hardware is behind, reached as ALSA devices."""

import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import soundfile

from audio.ports import Samples

RATE_HZ = 48_000


def missing() -> list[str]:
    """The Debian packages to install before these tests can run."""
    lacks = [
        name for name, tool in (("pulseaudio", "pulseaudio"), ("pulseaudio-utils", "pactl")) if not shutil.which(tool)
    ]
    if not list(Path("/usr/lib").glob("*/alsa-lib/libasound_module_pcm_pulse.so")):
        lacks.append("libasound2-plugins")
    try:
        import sounddevice  # noqa: F401  # raises where PortAudio is not there
    except OSError:
        lacks.append("libportaudio2")
    return lacks


class SoundServer:
    """A sink `<name>_out` for the host, a source `<name>_in` for its microphone, and the room `<name>_room`.

    What is played into the room is heard by the microphone; so is the host, where there is a `bleed` (module-loopback).
    """

    def __init__(self, name: str, folder: Path, bleed_ms: int | None = None) -> None:
        self.name, self._folder, self.bleed_ms = name, folder / name, bleed_ms
        self._folder.mkdir()
        # A socket's path has a hundred characters at most: pytest's own folders may be too long.
        self._run = Path(tempfile.mkdtemp(prefix="son-"))
        self._process: subprocess.Popen[bytes] | None = None
        self._env = {
            **os.environ,
            "HOME": str(self._folder),
            "XDG_RUNTIME_DIR": str(self._run),
            "PULSE_RUNTIME_PATH": str(self._run / "pulse"),
            "PULSE_SERVER": f"unix:{self.socket}",
        }

    @property
    def socket(self) -> Path:
        return self._run / "native"

    @property
    def alsa(self) -> str:
        """Its devices for an ALSA configuration."""
        return "".join(
            f'pcm.{device} {{ type pulse server "unix:{self.socket}" device "{device}" fallback "" hint.show on }}\n'
            for device in (f"{self.name}_in", f"{self.name}_out")
        )

    def _modules(self, rate_hz: int = RATE_HZ) -> dict[str, str]:
        """What makes each device. norewinds: without it a sink that was idle takes up to 2 s to wake."""
        name = self.name
        modules = {
            "out": f"module-null-sink sink_name={name}_out rate={rate_hz} channels=2 norewinds=1",
            "room": f"module-null-sink sink_name={name}_room rate={RATE_HZ} channels=2 norewinds=1",
            "in": f"module-remap-source master={name}_room.monitor source_name={name}_in rate={rate_hz} channels=2",
        }
        if self.bleed_ms is not None:
            modules["bleed"] = (
                f"module-loopback source={name}_out.monitor sink={name}_room latency_msec={self.bleed_ms} "
                "source_dont_move=true sink_dont_move=true"
            )
        return modules

    def unplug(self, *devices: str) -> None:
        """Only "in" or "out" is gone, or the "bleed"; the server goes on. The bleed goes with "out"."""
        names = {"in": f"source_name={self.name}_in", "out": f"sink_name={self.name}_out"}
        for device in devices:
            made = names.get(device, f"source={self.name}_out.monitor")
            for module in self.pactl("list", "short", "modules").splitlines():
                if made in (words := module.split()):
                    self.pactl("unload-module", words[0])

    def plug(self, *devices: str, rate_hz: int = RATE_HZ) -> None:
        """After `unplug`, perhaps at another rate or with another bleed."""
        for device in devices:
            self.pactl("load-module", *self._modules(rate_hz)[device].split())

    def start(self, rate_hz: int = RATE_HZ) -> None:
        """Plugged in, its devices at `rate_hz`."""
        protocol = f"module-native-protocol-unix socket={self.socket} auth-anonymous=1"
        modules = [protocol, *self._modules(rate_hz).values()]
        # -n: no configuration but ours; --system=false: as root too; no realtime: containers forbid it.
        # setpriv: a server does not outlive tests that were killed.
        command = [
            *(("setpriv", "--pdeathsig", "KILL") if shutil.which("setpriv") else ()),
            *("pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "--system=false"),
            *("--disable-shm=true", "--realtime=false", "--high-priority=false", "--log-target=stderr"),
            *(part for module in modules for part in ("-L", module)),
        ]
        self.socket.unlink(missing_ok=True)
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                command, env={k: v for k, v in self._env.items() if k != "PULSE_SERVER"}, stdout=log, stderr=log
            )
        until_s = time.monotonic() + 10
        while f"{self.name}_in" not in self.pactl("list", "short", "sources", check=False):
            if self._process.poll() is not None or time.monotonic() > until_s:
                raise RuntimeError((self._folder / "log").read_text())
            time.sleep(0.03)

    def stop(self) -> None:
        """Unplugged: streams die, and the devices cannot be opened until `start`."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self._run, ignore_errors=True)

    def until_heard(self, device: str, within_s: float) -> bool:
        """Whether anything sounds on this sink, in time. Blocking."""
        command = ["parec", f"--device={self.name}_{device}.monitor", "--format=s16le", "--rate=8000", "--channels=1"]
        recorder = subprocess.Popen([*command, "--latency-msec=50"], env=self._env, stdout=subprocess.PIPE)
        killer = threading.Timer(within_s, recorder.kill)
        killer.start()
        try:
            assert recorder.stdout is not None
            while block := recorder.stdout.read(800):
                if np.abs(np.frombuffer(block[: len(block) // 2 * 2], np.int16).astype(np.int32)).max() > 1_000:
                    return True
            return False
        finally:
            killer.cancel()
            recorder.kill()
            recorder.wait()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """The devices are there, and nothing comes or goes."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def pactl(self, *words: str, check: bool = True) -> str:
        done = subprocess.run(["pactl", *words], env=self._env, capture_output=True, text=True, check=check, timeout=10)
        return done.stdout

    @contextmanager
    def playing(self, samples: Samples, rate_hz: int, sink: str = "room") -> Iterator["subprocess.Popen[bytes]"]:
        """Somebody in the room: `samples` are heard from now on, in real time."""
        path = self._folder / f"{time.monotonic_ns()}.wav"
        soundfile.write(path, np.clip(samples, -1.0, 1.0), rate_hz)
        player = subprocess.Popen(
            ["paplay", f"--device={self.name}_{sink}", "--latency-msec=150", str(path)], env=self._env
        )
        try:
            yield player
        finally:
            player.kill()
            player.wait()
