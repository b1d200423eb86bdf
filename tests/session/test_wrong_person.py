"""E4 in the loop: whose reply is taken back, and what is not anybody's to take back."""

from pathlib import Path

from session_toys import NAMES, SEATS

from host.dialogue.outcome import Outcome
from host.dialogue.replies import Interrupted
from host.dialogue.requests import Choose, Gather
from host.session import lines
from host.session.journal import ContentPin, Header, Journal
from host.session.loop import Session
from host.session.players import Line, Players
from host.session.scripted import ScriptedFront

HEADER = Header(game="toy", players=list(SEATS), seed=3, content=ContentPin(sha256="0"), created="2026-01-01T20:00:00")


async def gather_then_choose() -> Outcome:
    """A vote of all, then one choice that may be taken back, then one more."""
    asked = {seat: Choose(key=f"vote.{seat}", to=seat, options=NAMES) for seat in SEATS}
    await Gather(key="vote", requests=asked, time_s=20)
    taken_back = 0
    reply = await Choose(key="premier", options=NAMES, breakers=("wrong_person",))
    while isinstance(reply, Interrupted):
        taken_back += 1
        breakers = () if taken_back else ("wrong_person",)
        reply = await Choose(key=f"premier.{taken_back}", options=NAMES, breakers=breakers)
    await Choose(key="dernier", options=NAMES)
    return Outcome("toy", {"Ana": taken_back}, ("Ana",))


async def play(path: Path, *heard: str) -> tuple[Outcome, ScriptedFront]:
    votes = [Line(say="Ana", when="vote.*")]
    front = ScriptedFront(Players([*votes, *(Line(say=one) for one in heard)]))
    return await Session(gather_then_choose, Journal.create(path / "j.jsonl", HEADER), front).run(), front


async def test_E4_the_last_reply_is_taken_back_and_its_request_is_told_so(tmp_path: Path) -> None:
    outcome, front = await play(tmp_path, "Ana", "c'était pas lui", "Bob", "Bob")
    assert outcome.scores == {"Ana": 1}
    assert front.asked[3:] == ["premier", "dernier", "premier.1", "dernier"]


async def test_E4_a_request_that_does_not_allow_it_keeps_its_reply(tmp_path: Path) -> None:
    outcome, front = await play(tmp_path, "Ana", "pas moi", "Bob", "pas moi", "Bob")
    assert outcome.scores == {"Ana": 1}
    assert lines.ONCE_A_TURN in front.said


async def test_E4_what_several_said_together_is_not_taken_back(tmp_path: Path) -> None:
    outcome, front = await play(tmp_path, "pas moi", "Ana", "Bob")
    assert outcome.scores == {"Ana": 0}
    assert front.said == [lines.NOTHING_TO_CORRECT]


async def test_E4_before_anybody_spoke_there_is_nothing_to_take_back(tmp_path: Path) -> None:
    async def only_one() -> Outcome:
        await Choose(key="q", options=NAMES, breakers=("wrong_person",))
        return Outcome("toy", {}, ())

    front = ScriptedFront(Players([Line(say="pas moi"), Line(say="Ana")]))
    await Session(only_one, Journal.create(tmp_path / "j.jsonl", HEADER), front).run()
    assert front.said == [lines.NOTHING_TO_CORRECT]
