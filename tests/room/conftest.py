"""Sound devices without hardware, for the tests of this folder."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from audio.backends.devices import refresh
from tests.room.sound_server import SoundServer, missing


class Alsa:
    """The ALSA configuration: which devices there are, in this order. The first server's are the default ones."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def plug(self, *servers: SoundServer, first: str = "") -> None:
        default = servers[0].name
        self._path.write_text(
            'pcm_type.pulse { lib "libasound_module_pcm_pulse.so" }\n'
            + first
            + "".join(server.alsa for server in servers)
            + f'pcm.!default {{ type asym capture.pcm "{default}_in" playback.pcm "{default}_out" }}\n'
        )
        refresh()


@pytest.fixture(scope="session")
def alsa(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Alsa]:
    if lacks := missing():
        pytest.skip(f"no sound server: apt-get install {' '.join(lacks)}")
    path = tmp_path_factory.mktemp("alsa") / "asound.conf"
    before = os.environ.get("ALSA_CONFIG_PATH")
    os.environ["ALSA_CONFIG_PATH"] = str(path)
    try:
        yield Alsa(path)
    finally:
        if before is None:
            del os.environ["ALSA_CONFIG_PATH"]
        else:
            os.environ["ALSA_CONFIG_PATH"] = before


@pytest.fixture(scope="session")
def living_room(alsa: Alsa, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SoundServer]:
    """A laptop in a room: its microphone hears its speaker, 60 ms late."""
    server = SoundServer("salon", tmp_path_factory.mktemp("salon"), bleed_ms=60)
    server.start()
    yield server
    server.close()


@pytest.fixture
def salon(living_room: SoundServer, alsa: Alsa) -> SoundServer:
    alsa.plug(living_room)
    return living_room


@pytest.fixture
def usb(alsa: Alsa, tmp_path: Path) -> Iterator[SoundServer]:
    """A headset that can be unplugged."""
    server = SoundServer("usb", tmp_path)
    server.start()
    alsa.plug(server)
    yield server
    server.close()
