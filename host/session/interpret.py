"""From words to a reply: the judge's verdict on what was said, typed or written, or a command."""

from dataclasses import dataclass

from host.answers.carriers import is_pass
from host.answers.choices import choose
from host.answers.commands import Command, command
from host.answers.given_name import given_name
from host.answers.judge import judge
from host.answers.sounds import Sounds
from host.dialogue.expectation import Kind
from host.dialogue.replies import Answer, Chosen, Passed, Unsettled, Via
from host.dialogue.requests import Ask, Choose
from host.session.front import Heard, Listen, Ordered


@dataclass(frozen=True)
class Utterance:
    """Words that reached the laptop. `started_s` counts from the request's opening.

    `clear` is False when the recogniser itself is in doubt: then a mismatch is "not understood", never "wrong".
    `capped`: cut off at the longest length, with something still going on in the room.
    """

    text: str
    started_s: float = 0.0
    by: str | None = None
    via: Via = "voice"
    clear: bool = True
    capped: bool = False


def interpret(request: Listen, said: Utterance, sounds: Sounds | None = None) -> Heard | Ordered:
    """Judge `said` against what the request expects. A possible answer is an answer, even if it is also a command."""
    match request:
        case Ask():
            return _answer(request, said, sounds)
        case Choose():
            return _choice(request, said, sounds)


def _answer(request: Ask, said: Utterance, sounds: Sounds | None) -> Heard | Ordered:
    if request.expects.kind is Kind.NAME:
        return _name(said)
    verdict = judge(request.expects, said.text, sounds)
    if verdict.verdict == "accept":
        return _settled(said, right=True, matched=verdict.matched, why=verdict.why)
    other = _order_or_pass(said)
    if other is not None:
        return other
    if verdict.verdict == "ask_back":
        return _unsettled(said, verdict.question)
    if not said.text.strip() or not said.clear:
        return _unsettled(said, None)
    return _settled(said, right=False, matched=verdict.matched, why=verdict.why)


def _name(said: Utterance) -> Heard | Ordered:
    if (other := _order_or_pass(said)) is not None:
        return other
    name = given_name(said.text)
    if name is not None and said.clear:
        return _settled(said, right=True, matched=name, why="le prénom, comme il a été dit")
    return _unsettled(said, None)


def _choice(request: Choose, said: Utterance, sounds: Sounds | None) -> Heard | Ordered:
    verdict = choose(request.options, said.text, sounds)
    # The options bias the recogniser: one that it doubts itself is no choice made.
    if verdict.verdict == "accept" and verdict.matched is not None and said.clear:
        return Chosen(verdict.matched, said.text, said.started_s, said.by, said.via)
    other = None if request.keys_only else _order_or_pass(said)
    if other is not None:
        return other
    return _unsettled(said, verdict.question if verdict.verdict == "ask_back" else None)


def _order_or_pass(said: Utterance) -> Passed | Ordered | None:
    order: Command | None = command(said.text)
    if order is not None:
        return Ordered(order, said.text, said.started_s)
    if is_pass(said.text):
        return Passed(said.text, said.started_s, said.by, said.via)
    return None


def _settled(said: Utterance, right: bool, matched: str | None, why: str) -> Answer:
    return Answer(said.text, right, matched, why, said.started_s, said.by, said.via)


def _unsettled(said: Utterance, question: str | None) -> Unsettled:
    return Unsettled(said.text, question, said.started_s, said.by, said.via)


def comes_first(answer_started_s: float, interruption_s: float) -> bool:
    """What came first is decided on the audio clock: an answer begun before an interruption stands."""
    return answer_started_s <= interruption_s
