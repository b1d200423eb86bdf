"""A state machine: whatever people say, scores stay on the ladder, turns go round, and the game ends as it should."""

import asyncio
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from support import DOUBLE, EVEN_DOUBLE, FACTS, ROULETTE, evening, run

from host.games.trou_noir.views import TrouNoirView
from host.session.players import RepliesMissing

CARDS = [{**card, "id": f"{card['id']}-{n}"} for n in range(3) for card in (DOUBLE, EVEN_DOUBLE, ROULETTE, FACTS)]
SAYINGS = st.one_of(
    st.sampled_from(
        [
            "Rome",
            "Milan",
            "la sole",
            "la lune",
            "le soleil",
            "vrai",
            "faux",
            "poissons",
            "marées",
            "B",
            "la troisième",
            "je passe",
            "répète",
            "score",
            "pause",
            "corrige",
            "conteste",
            "Ana",
            "Rome ou Milan",
            "",
            "euh",
            "moins 20",
        ]
    ),
    st.text(max_size=12),
)
LINES = st.one_of(
    SAYINGS.map(lambda s: {"say": s}),
    st.builds(lambda s, t: {"say": s, "after_s": t}, SAYINGS, st.floats(0, 30)),
    st.just({"silence": True}),
)


@given(
    heard=st.lists(LINES, max_size=60),
    names=st.integers(2, 8),
    top=st.sampled_from([100, 150, 200]),
    seed=st.integers(0, 1000),
)
@settings(max_examples=60, deadline=None)
def test_scores_stay_on_the_ladder_and_the_game_ends_when_somebody_is_at_0(
    heard: list[Any], names: int, top: int, seed: int
) -> None:
    players = ["Ana", "Bob", "Chloé", "Dan", "Eve", "Fanny", "Gil", "Hugo"][:names]
    # The table's verdicts are pressed as keys; when people run out of words they stay silent.
    closing = [{"when": "*.table", "keys": "faux"}, {"when": "never", "silence": True}]
    scenario = evening(
        CARDS, [*heard, *closing, *[{"silence": True}] * 400], players, options={"depart": top}, seed=seed
    )
    try:
        done, front = asyncio.run(run(scenario))
    except RepliesMissing as missing:
        raise AssertionError("the game did not end") from missing
    views = [view for view in front.shown if isinstance(view, TrouNoirView)]
    for view in views:
        assert all(0 <= qi <= top and qi % 10 == 0 for qi in view.qi.values())
    assert min(done.scores.values()) == 0
    assert done.scores == dict(views[-1].qi)
    assert all(done.scores[w] == max(done.scores.values()) for w in done.winners)
    history = views[-1].history
    assert all(move.after <= move.before for move in history)  # without weapons nobody rises
    assert [m.after for m in history].count(0) == 1
    seats = [move.seat for move in history]
    start = players.index(seats[0])
    assert seats == [players[(start + n) % names] for n in range(len(seats))]
