"""H8: listening closes although a television, music or other guests go on behind the player."""

import random

import numpy as np
import pytest

from audio.mixing import at_level, level_db, load_clip
from audio.ports import HEARING_RATE_HZ, Hints, Samples, Transcript
from host.hosting import demo_folder
from tests.audio.conftest import Clip
from tests.hearing.quiz import (
    PLAYER_DB,
    ROOM_DB,
    SURE,
    Asked,
    Says,
    holds_whole,
    lasting,
    open_question,
    play,
    player,
    quiet_room,
)

BELOW_DB = 10.0
CLOSES_WITHIN_S = 2.5
CAP_S = 6.0
QUESTIONS, IN_TIME = 10, 9
BEGINS_S = (0.6, 1.5, 3.0)


class UnderstandsThePlayer(Says):
    """Words when somebody at the table spoke; nothing of what is only murmured behind."""

    def recognise(self, samples: Samples, hints: Hints) -> Transcript:
        loudest_db = max(level_db(part) for part in np.array_split(samples, max(1, len(samples) // 3200)))
        return Transcript("autre chose" if loudest_db > PLAYER_DB - BELOW_DB / 2 else "", SURE)


@pytest.fixture(scope="module")
def behind(clips: list[Clip]) -> dict[str, Samples]:
    """Somebody who talks on and on as on television, music, and a restaurant; one level of each."""
    talk = [player(clip.samples) for clip in clips if clip.kind == "fr-prompt"][:25]
    pause = np.zeros(HEARING_RATE_HZ // 5, np.float32)
    music = next(clip.samples for clip in clips if "cold-day" in clip.path.name)
    babble = next(clip.samples for clip in clips if "restaurant-01" in clip.path.name)
    return {
        "television": np.concatenate([part for one in talk for part in (one, pause)]),
        "music": music[: 60 * HEARING_RATE_HZ],
        "restaurant": babble,
    }


async def closings(clips: list[Clip], behind: Samples, below_db: float, seed: int) -> list[tuple[float, float]]:
    """For each of QUESTIONS answers: how long after the player's last word, and after the first, it was settled.

    What goes on behind begins with the question, at another place each time.
    """
    chance = random.Random(seed)
    people = [clip for clip in clips if clip.kind in ("fr-phrase", "fr-place") and len(clip.samples) < 3 * 16_000]
    said = {f"q{n}": player(clip.samples) for n, clip in enumerate(chance.sample(people, QUESTIONS))}
    begins_s = {key: BEGINS_S[n % len(BEGINS_S)] for n, key in enumerate(said)}
    sounds: dict[str, list[tuple[float, Samples]]] = {}
    for key, words in said.items():
        lasts_s = begins_s[key] + len(words) / HEARING_RATE_HZ + CAP_S + 1.0
        going_on = lasting(np.roll(behind, -chance.randrange(len(behind))), lasts_s)
        sounds[key] = [(0.0, at_level(going_on, PLAYER_DB - below_db)), (begins_s[key], words)]
    times = []
    for key, sounding in sounds.items():
        asked = [Asked(open_question(key, "Jupiter"), once=True)]
        noise_db = max(ROOM_DB, PLAYER_DB - below_db)
        played = await play(UnderstandsThePlayer(""), asked, {key: sounding}, room=quiet_room(), noise_db=noise_db)
        first_s = played.opened_s[key] + begins_s[key]
        last_s = first_s + len(said[key]) / HEARING_RATE_HZ
        times.append((played.closed_s[key] - last_s, played.closed_s[key] - first_s))
    return times


@pytest.mark.parametrize("what", ["television", "music", "restaurant"])
async def test_h8_listening_closes_in_time_with_something_10_db_below(
    what: str, clips: list[Clip], behind: dict[str, Samples]
) -> None:
    times = await closings(clips, behind[what], BELOW_DB, seed=8)
    after_last_s = sorted(round(last_s, 2) for last_s, _ in times)
    assert sum(0.0 < last_s <= CLOSES_WITHIN_S for last_s in after_last_s) >= IN_TIME, after_last_s
    assert after_last_s[-1] <= CAP_S


async def test_h8_a_player_who_goes_on_in_a_lower_voice_is_heard_to_the_end() -> None:
    """Seven decibels lower after a rest, which no television would make: a correction, not what goes on behind."""
    first = player(load_clip(demo_folder("trou-noir") / "bob__jupiter.flac"))
    rest = np.zeros(round(0.4 * HEARING_RATE_HZ), np.float32)
    lower = player(load_clip(demo_folder("trou-noir") / "dan__attends-je-reflechis.flac"), PLAYER_DB - 7.0)
    recogniser = Says("autre chose")
    said = {"planète": [(0.5, np.concatenate([first, rest, lower]))]}
    await play(recogniser, [Asked(open_question("planète", "Jupiter"), once=True)], said)
    assert holds_whole(recogniser.given[-1], first)
    assert holds_whole(recogniser.given[-1], lower)


async def test_h8_what_is_as_loud_as_the_player_is_capped(clips: list[Clip], behind: dict[str, Samples]) -> None:
    times = await closings(clips, behind["television"], 0.0, seed=9)
    assert max(first_s for _, first_s in times) <= CAP_S + 0.1, sorted(round(first_s, 2) for _, first_s in times)
    assert max(last_s for last_s, _ in times) > CLOSES_WITHIN_S  # nothing else would have closed it
