"""What only the sound server knows, PulseAudio or PipeWire, asked of its `pactl` where there is one.

A server whose microphone is unplugged moves who captured from it to any other source, were it the monitor of a speaker:
sound goes on, and no player is heard in it.
"""

import json
import logging
import os
import shutil
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

log = logging.getLogger(__name__)

_WITHIN_S = 2.0
_ALIASES = ("default", "sysdefault", "pulse", "pipewire")
_TELLING = ("'change' on source-output", "'remove' on source ")

Source = dict[str, Any]


def captured() -> list[Source]:
    """The sources that this process captures from; none where nobody can tell. Blocking."""
    try:
        ours = {
            each["source"]
            for each in _listed("source-outputs")
            if each["properties"].get("application.process.id") == str(os.getpid())
        }
        return [each for each in _listed("sources") if each["index"] in ours] if ours else []
    except (OSError, subprocess.SubprocessError, ValueError, KeyError, TypeError, AttributeError) as error:
        log.info("pactl: %s", error)
        return []


def described(name: str) -> str:
    """What is behind a device that is only called "default"; else its name. Blocking."""
    behind = captured() if name in _ALIASES else []
    return str(behind[0].get("description") or name) if len(behind) == 1 else name


def is_monitor(source: Source) -> bool:
    """Whether it hears a speaker, not a room."""
    return bool(source["properties"].get("device.class") == "monitor")


class Moves:
    """Calls `moved`, in a thread of its own, when the server moves this process's capture to another source."""

    def __init__(self, moved: Callable[[], None]) -> None:
        self._moved = moved
        self._from: set[int] = set()
        self._process: subprocess.Popen[str] | None = None
        self.settle()

    def settle(self) -> None:
        """Where capture is now is where it should be. The server may be another one."""
        self._from = {source["index"] for source in captured()}
        pactl = _pactl()
        if not self._from or pactl is None or (self._process is not None and self._process.poll() is None):
            return
        self.close()
        self._process = subprocess.Popen(
            [pactl, "subscribe"],
            env={**os.environ, "LC_ALL": "C"},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        threading.Thread(target=self._follow, args=(self._process,), name="sound server", daemon=True).start()

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def _follow(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                if any(told in line for told in _TELLING):
                    now = {source["index"] for source in captured()}
                    if now and self._from and not now & self._from:
                        self._moved()


def _pactl() -> str | None:
    """None where no server runs: `pactl` would start one."""
    run = Path(os.environ.get("PULSE_RUNTIME_PATH") or Path(os.environ.get("XDG_RUNTIME_DIR", "/")) / "pulse")
    there = os.environ.get("PULSE_SERVER") or (run / "native").exists()
    return shutil.which("pactl") if there else None


def _listed(what: str) -> list[dict[str, Any]]:
    """Raises one of many errors where the server does not answer, or is an old one."""
    if (pactl := _pactl()) is None:
        return []
    done = subprocess.run(
        [pactl, "--format=json", "list", what],
        env={**os.environ, "LC_ALL": "C"},
        capture_output=True,
        check=True,
        timeout=_WITHIN_S,
    )
    listed: list[dict[str, Any]] = json.loads(done.stdout)
    return listed
