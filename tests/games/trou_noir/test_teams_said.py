"""A team is several people: the host speaks of them and to them so (N21)."""

import pytest
from rich.console import Console
from support import FACTS, ROULETTE, evening, repeated, run

from host.games.trou_noir.views import TrouNoirView
from host.terminal.live import LiveScreen
from host.terminal.trou_noir import ladder, picture

PLAYERS = ["Ana", "Bob", "Chloé", "Dan"]


async def test_N21_a_team_is_spoken_to_and_of_as_several_people() -> None:
    cards = repeated({**ROULETTE, "penalty": 100}, 2)
    heard = [{"keys": "Rome"}, {"say": "Milan"}]
    scenario = evening(cards, heard, PLAYERS, "Ana et Bob", options={"depart": 100, "equipes": "oui"})
    done, _ = await run(scenario)
    told = "\n".join(done.said)
    for said in (
        "à vous",
        "Ana et Bob ne bougent pas : 100",
        "Chloé et Dan touchent le fond",
        "Ana et Bob gagnent, avec 100",
    ):
        assert said in told
    assert "à toi" not in told
    assert "Chloé et Dan perd " not in told
    assert "Chloé et Dan descend " not in told


async def test_N21_one_player_is_spoken_to_as_one() -> None:
    done, _ = await run(
        evening(repeated({**FACTS, "penalties": [50, 100]}, 1), ["faux", "vrai"], options={"depart": 100})
    )
    told = "\n".join(done.said)
    assert "à vous" not in told
    assert "Ana touche le fond" in told


def test_nobody_is_left_out_of_a_crowded_square() -> None:
    seats = ["Ana et Bob", "Chloé et Dan", "Eve et Fanny", "Gil et Hugo"]
    console = Console(width=34, record=True, force_terminal=True)
    console.print(ladder(TrouNoirView(200, dict.fromkeys(seats, 200), seat="Ana et Bob")))
    shown = console.export_text()
    assert all(name in shown for seat in seats for name in seat.split(" et "))
    assert "…" not in shown


@pytest.mark.parametrize("columns", [80, 120])
def test_before_the_first_view_the_board_is_blank(columns: int) -> None:
    console = Console(width=columns, height=30, record=True, force_terminal=True)
    screen = LiveScreen(console, "Trou Noir", picture)  # type: ignore[arg-type]
    try:
        console.print(screen._render())
    finally:
        screen.close()
    assert "board" not in console.export_text()
