"""A recorded evening that is also heard here."""

import asyncio
from dataclasses import dataclass, field

from audio.backends.devices import DeviceSpeaker
from audio.backends.recording import Room, RoomSpeaker
from audio.ports import HEARING_RATE_HZ, Playback, Samples, Sound


@dataclass
class Aloud:
    """A virtual room that is also heard here: what is played in it is played on this laptop's speaker, in real time."""

    room: Room
    virtual: RoomSpeaker
    real: DeviceSpeaker
    _playing: set["asyncio.Future[Playback]"] = field(default_factory=set)

    async def play(self, sound: Sound, cut: asyncio.Event | None = None) -> Playback:
        played, _ = await asyncio.gather(self.virtual.play(sound, cut), self.real.play(sound, cut))
        return played

    def schedule(self, samples: Samples, at_s: float) -> float:
        start_s = self.room.schedule(samples, at_s)
        playing = asyncio.ensure_future(self._later(Sound(samples, HEARING_RATE_HZ), start_s - self.room.now_s))
        self._playing.add(playing)
        playing.add_done_callback(self._playing.discard)
        return start_s

    async def _later(self, sound: Sound, delay_s: float) -> Playback:
        await asyncio.sleep(max(0.0, delay_s))
        return await self.real.play(sound)

    def close(self) -> None:
        self.real.close()
