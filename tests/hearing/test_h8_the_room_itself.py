"""Talk that is no louder than the room was measured to be is nobody's answer, however clear its words (H2, H8)."""

import pytest

from audio.mixing import load_clip
from host.dialogue.replies import Answer, Silence
from host.hosting import demo_folder
from tests.hearing.quiz import Asked, Says, open_question, play, player

TALK = load_clip(demo_folder("trou-noir") / "bob__jupiter.flac")


@pytest.mark.parametrize(("above_noise_db", "counts"), [(0.0, False), (12.0, True)])
async def test_h8_a_wrong_word_from_a_television_costs_nothing(above_noise_db: float, counts: bool) -> None:
    room_db = -40.0
    question = open_question("q", "la Lune")
    played = await play(
        Says("la télévision", "la télévision", "la télévision"),
        [Asked(question)],
        {"q": [(1.0, player(TALK, room_db + above_noise_db))]},
        noise_db=room_db,
    )
    assert isinstance(played.replies["q"], Answer if counts else Silence)
    assert (played.score < 0) is counts
