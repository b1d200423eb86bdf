"""The weapons of the ladder: N13, N14, N16, and N18 for their targets."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from pydantic import ValidationError
from support import DOUBLE, EVEN_DOUBLE, FACTS, MEASURES, ROULETTE, deck, evening, repeated, run

from content.schema import Deck
from host.games.trou_noir.views import Move, TrouNoirView
from host.games.trou_noir.weapons import WEAPON_MAP, Weapon, turn_effects, weapons_on

PLAYERS = ("Ana", "Bob", "Chloé")
#: N16, as the ruling prints it.
PRINTED = {
    190: "jetpack", 60: "jetpack", 170: "grappin", 90: "grappin", 150: "dynamite", 70: "dynamite",
    130: "sniper", 110: "sniper", 40: "armageddon", 20: "armageddon",
}  # fmt: skip


async def moves(
    cards: Sequence[Mapping[str, Any]], heard: Sequence[Any], scores: Mapping[str, int], **more: Any
) -> tuple[tuple[Move, ...], list[str], list[str]]:
    """The turns of a game, what the host said, and what it asked; after `heard` everybody is silent."""
    players = more.pop("players", PLAYERS)
    scenario = evening(cards, [*heard, *[{"silence": True}] * 300], players, scores=scores, **more)
    _, front = await run(scenario)
    last = front.shown[-1]
    assert isinstance(last, TrouNoirView)
    return last.history, front.said, front.asked


@pytest.mark.parametrize(
    ("weapon", "penalty", "effects"),
    [
        ("sniper", 0, {"Ana": 10, "Bob": -30}),
        ("grappin", 0, {"Ana": 10, "Bob": 10}),
        ("dynamite", 0, {"Ana": 10}),
        ("jetpack", 0, {"Ana": 30}),
        ("armageddon", 0, {"Ana": 10, "Bob": -20, "Chloé": -20}),
        (None, 0, {}),
        ("sniper", 40, {"Ana": -40}),
        ("grappin", 40, {"Ana": -40}),
        ("dynamite", 40, {"Ana": -60}),
        ("jetpack", 40, {"Ana": -40}),
        ("armageddon", 40, {"Ana": -40}),
        (None, 40, {"Ana": -40}),
    ],
)
def test_N14_every_line_of_the_table_of_weapons(weapon: str | None, penalty: int, effects: dict[str, int]) -> None:
    acting = Weapon(weapon) if weapon is not None else None
    assert turn_effects("Ana", penalty, acting, "Bob", PLAYERS) == effects


@pytest.mark.parametrize(
    ("square", "right", "wrong"),
    [
        (130, {"Ana": 140, "Bob": 70, "Chloé": 50}, 90),
        (110, {"Ana": 120, "Bob": 70, "Chloé": 50}, 70),
        (170, {"Ana": 180, "Bob": 110, "Chloé": 50}, 130),
        (90, {"Ana": 100, "Bob": 110, "Chloé": 50}, 50),
        (150, {"Ana": 160, "Bob": 100, "Chloé": 50}, 90),
        (70, {"Ana": 80, "Bob": 100, "Chloé": 50}, 10),
        (190, {"Ana": 200, "Bob": 100, "Chloé": 50}, 150),
        (60, {"Ana": 90, "Bob": 100, "Chloé": 50}, 20),
        (40, {"Ana": 50, "Bob": 80, "Chloé": 30}, 0),
        (20, {"Ana": 30, "Bob": 80, "Chloé": 30}, 0),
        (100, {"Ana": 100, "Bob": 100, "Chloé": 50}, 60),
    ],
)
async def test_N13_N16_each_square_of_the_map_acts_on_who_starts_a_turn_there(
    square: int, right: dict[str, int], wrong: int
) -> None:
    scores = {"Ana": square, "Bob": 100, "Chloé": 50}
    aimed = ["Bob"] if PRINTED.get(square) in ("sniper", "grappin") else []
    for answer, after in (("Rome", right), ("Milan", {**scores, "Ana": wrong})):
        history, _, asked = await moves(repeated(ROULETTE, 3), [*aimed, answer], scores)
        assert (history[0].seat, history[0].before, history[0].qi) == ("Ana", scores, after)
        assert history[0].weapon == PRINTED.get(square)
        assert ("t1.cible" in asked) == bool(aimed)


async def test_N13_landing_on_a_weapon_does_nothing_until_the_next_turn_as_answerer() -> None:
    cards = [EVEN_DOUBLE, ROULETTE, FACTS]
    heard = ["la première", "le thon", "Rome", "vrai", "faux"]  # Ana falls from 100 to 70, Dynamite
    history, said, _ = await moves(cards, heard, {"Ana": 100, "Bob": 100}, players=PLAYERS[:2])
    assert [(move.seat, move.weapon) for move in history[:3]] == [("Ana", None), ("Bob", None), ("Ana", "dynamite")]
    assert [move.qi["Ana"] for move in history[:3]] == [70, 70, 80]
    assert sum("Dynamite ! Ana" in line for line in said) == 1


async def test_N13_a_weapon_acts_however_its_square_was_reached_also_by_another_players_shot() -> None:
    scores = {"Ana": 110, "Bob": 160, "Chloé": 100}  # Bob is shot down to 130, Sniper
    history, _, asked = await moves([ROULETTE, FACTS, DOUBLE], ["Bob", "Rome", "Chloé", "vrai", "faux"], scores)
    assert history[1].weapon == "sniper"
    assert history[1].qi == {"Ana": 120, "Bob": 140, "Chloé": 70}
    assert asked[:4] == ["t1.cible", "t1.reponse", "t2.cible", "t2.affirmation1"]


async def test_N13_the_target_is_asked_before_the_card_is_read_and_only_others_are_proposed() -> None:
    _, said, _ = await moves([ROULETTE, FACTS, DOUBLE], ["Chloé", "Rome"], {"Ana": 130, "Bob": 50, "Chloé": 100})
    who = said.index("Ana, qui est ta victime : Bob, ou Chloé ?")
    aimed = said.index("Chloé est dans le viseur.")
    read = next(n for n, line in enumerate(said) if "capitale de l'Italie" in line)
    assert who < aimed < read


async def test_N13_nobody_aims_at_themselves() -> None:
    heard = ["Ana", "moi", {"keys": "Chloé"}, "Rome"]
    history, _, asked = await moves([ROULETTE, FACTS, DOUBLE], heard, {"Ana": 130, "Bob": 50, "Chloé": 100})
    assert asked[:4] == ["t1.cible", "t1.cible.encore", "t1.cible.table", "t1.reponse"]
    assert history[0].qi == {"Ana": 140, "Bob": 50, "Chloé": 70}


async def test_N13_a_weapon_is_not_optional() -> None:
    heard = ["je passe", "je passe", "Rome"]
    drawn = {"t1.cible.tire": ["Chloé"]}
    history, _, asked = await moves([ROULETTE, FACTS], heard, {"Ana": 130, "Bob": 50, "Chloé": 100}, draws=drawn)
    assert asked[:3] == ["t1.cible", "t1.cible.redit", "t1.reponse"]
    assert history[0].qi == {"Ana": 140, "Bob": 50, "Chloé": 70}


async def test_N18_a_target_not_named_within_10_s_is_asked_once_more_then_drawn() -> None:
    late = {"say": "Bob", "after_s": 10.5}
    targets = set()
    for seed in range(12):
        history, _, _ = await moves([ROULETTE], [late, late, "Rome"], {"Ana": 130, "Bob": 50, "Chloé": 50}, seed=seed)
        targets.add(next(seat for seat in ("Bob", "Chloé") if history[0].qi[seat] == 20))
    assert targets == {"Bob", "Chloé"}
    history, _, _ = await moves([ROULETTE], [late, "Bob", "Rome"], {"Ana": 130, "Bob": 50, "Chloé": 50})
    assert history[0].qi == {"Ana": 140, "Bob": 20, "Chloé": 50}


@pytest.mark.parametrize(("square", "left"), [(130, 70), (170, 110)])
async def test_N18_with_two_pawns_the_target_is_not_asked(square: int, left: int) -> None:
    history, said, asked = await moves([ROULETTE], ["Rome"], {"Ana": square, "Bob": 100}, players=PLAYERS[:2])
    assert asked[0] == "t1.reponse"
    assert history[0].qi == {"Ana": square + 10, "Bob": left}
    assert not any("qui est ta victime" in line or "qui veux-tu aider" in line for line in said)


async def test_N14_a_shot_that_kills_ends_the_game_in_the_shooters_turn() -> None:
    history, said, _ = await moves([MEASURES], ["Bob", "la Loire", "la tour Eiffel"], {"Ana": 110, "Bob": 30})
    assert history[-1].qi == {"Ana": 120, "Bob": 0, "Chloé": 200}
    assert len(history) == 1
    assert any("Bob touche le fond" in line for line in said)


async def test_N15_several_may_fall_into_the_hole_in_one_turn() -> None:
    history, said, _ = await moves([FACTS], ["vrai", "faux"], {"Ana": 40, "Bob": 20, "Chloé": 10})
    assert history[-1].qi == {"Ana": 50, "Bob": 0, "Chloé": 0}
    assert sum("touche le fond" in line for line in said) == 2


def test_N16_the_map_for_200() -> None:
    assert WEAPON_MAP == PRINTED
    assert weapons_on(200) == PRINTED


@pytest.mark.parametrize("top", range(100, 310, 10))
def test_N16_another_start_shifts_the_map_and_squares_off_the_ladder_hold_none(top: int) -> None:
    shifted = {square + top - 200: weapon for square, weapon in PRINTED.items() if square + top - 200 > 0}
    assert weapons_on(top) == shifted
    assert all(0 < square < top for square in weapons_on(top))


def test_N16_the_map_is_data_and_a_pack_may_have_none() -> None:
    assert weapons_on(200, {180: "sniper"}) == {180: Weapon.SNIPER}
    assert weapons_on(100, {180: "sniper", 100: "jetpack"}) == {80: Weapon.SNIPER}
    assert weapons_on(200, {}) == {}


@pytest.mark.parametrize(("weapons", "acting"), [(None, "sniper"), ({}, None), ({130: "jetpack"}, "jetpack")])
async def test_N16_the_game_plays_with_the_weapons_of_its_pack(
    weapons: dict[int, str] | None, acting: str | None
) -> None:
    heard = ["Bob", "Rome"] if acting == "sniper" else ["Rome"]
    history, _, _ = await moves([ROULETTE], heard, {"Ana": 130, "Bob": 50}, weapons=weapons)
    assert history[0].weapon == acting


@pytest.mark.parametrize("square", [0, 200, 210, -10, 65])
def test_N16_a_map_that_names_squares_off_the_ladder_is_refused(square: int) -> None:
    with pytest.raises(ValidationError, match="hors de l'échelle"):
        Deck.model_validate(deck(ROULETTE, weapons={square: "sniper"}))
