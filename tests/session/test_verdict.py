"""E6: what the table's keys make of a reply, whatever the reply was."""

import pytest

from host.dialogue.expectation import Expectation, Kind, Option
from host.dialogue.replies import Answer, Chosen, Enumerated, Found, Passed, Reply, Silence
from host.dialogue.requests import Ask, Choose, Enumerate
from host.session import lines
from host.session.front import Listen
from host.session.players import Line, Players
from host.session.scripted import ScriptedFront
from host.session.verdict import table_verdict

ASK = Ask(key="q", to="Ana", expects=Expectation(Kind.TEXT, ("la sole",)))
CHOOSE = Choose(key="q", to="Ana", options=(Option("Rome", ("Rome",)), Option("Milan", ("Milan",))))
LIST = Enumerate(key="q", to="Ana", elements=(Option("Lyon", ("Lyon",)),))
LISTED = Enumerated(1, (Found("Lyon", "Lyon", 2.0),), heard="Lyon, Brest", ended_s=15.0)


@pytest.mark.parametrize(
    ("request_", "reply", "key", "verdict"),
    [
        (ASK, Answer("la raie", False), "juste", Answer("la raie", True, why="la table a tranché", via="table")),
        (ASK, Answer("la sole", True), "faux", Answer("la sole", False, why="la table a tranché", via="table")),
        (
            ASK,
            Passed("je sais pas"),
            "juste",
            Answer("je sais pas", True, None, "la table a tranché", 1.0, via="table"),
        ),
        (ASK, Silence(20.0), "juste", Answer("rien", True, None, "la table a tranché", 1.0, via="table")),
        (CHOOSE, Chosen("Milan", "Milan"), "Rome", Chosen("Rome", "Milan", 1.0, via="table")),
        (CHOOSE, Silence(20.0), "Rome", Chosen("Rome", "rien", 1.0, via="table")),
        (LIST, LISTED, "5", Enumerated(5, LISTED.found, heard="Lyon, Brest", ended_s=15.0, via="table")),
        (LIST, LISTED, "0", Enumerated(0, LISTED.found, heard="Lyon, Brest", ended_s=15.0, via="table")),
    ],
)
async def test_E6_the_reply_becomes_what_the_table_says(
    request_: Listen | Enumerate, reply: Reply, key: str, verdict: Reply
) -> None:
    front = ScriptedFront(Players([Line(keys=key)]))
    assert await table_verdict(front, request_, reply) == verdict
    assert front.asked == ["q.table"]


@pytest.mark.parametrize("line", [Line(silence=True), Line(keys="peut-être"), Line(keys="6")])
async def test_E6_a_table_that_does_not_decide_changes_nothing(line: Line) -> None:
    assert await table_verdict(ScriptedFront(Players([line])), LIST, LISTED) is None


async def test_E6_what_the_table_decided_by_keys_is_not_asked_of_it_again() -> None:
    front = ScriptedFront(Players([]))
    by_keys = Choose(key="q.table", options=CHOOSE.options, keys_only=True)
    assert await table_verdict(front, by_keys, Chosen("Rome", "Rome", via="keyboard")) is None
    assert front.said == [lines.TABLE_HAS_SPOKEN]
