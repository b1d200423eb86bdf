"""The rulings E5 and E6 as Trou Noir keeps them, and the cases G1, G2 and G8 for it."""

from typing import Any

import pytest
from support import (
    ALL_CARDS,
    CITIES,
    DOUBLE,
    EIGHT,
    FACTS,
    FIVE,
    MEASURES,
    NIGHTMARE,
    ROULETTE,
    SILENT,
    THREE,
    evening,
    played,
    repeated,
    run,
    said,
)

from host.errors import UserError
from host.games.trou_noir.options import Options, pace
from host.games.trou_noir.views import TrouNoirView
from host.session.evening import header_of
from host.session.scenario import wish_of


@pytest.mark.parametrize(
    ("minutes", "pawns", "top", "answer_s", "cards"),
    [
        (0, 4, 200, 20.0, None),
        (30, 2, 300, 15.0, 45),
        (30, 4, 220, 15.0, 45),
        (30, 8, 110, 15.0, 45),
        (45, 4, 300, 20.0, 67),
        (45, 8, 170, 20.0, 67),
        (60, 8, 220, 20.0, 90),
    ],
)
def test_E5_the_duration_sets_the_ladder_the_time_and_the_cards(
    minutes: int, pawns: int, top: int, answer_s: float, cards: int | None
) -> None:
    got = pace(Options.model_validate({"duree_min": minutes}), pawns)
    assert (got.top, got.answer_s, got.cards) == (top, answer_s, cards)


def test_E5_what_is_given_holds_and_texts_are_understood_as_scenarios_and_the_command_line_give_them() -> None:
    options = Options.model_validate({"duree_min": "30", "depart": "150", "temps_reponse_s": "40"})
    assert (options.duree_min, pace(options, 4).top, pace(options, 4).answer_s) == (30, 150, 40.0)
    for wrong in ("20", "une heure"):
        with pytest.raises(UserError, match="duree_min"):
            header_of(wish_of(evening([ROULETTE], [], options={"duree_min": wrong})))


@pytest.mark.parametrize(("pawns", "turns"), [(2, 46), (3, 45), (4, 48), (8, 48)])
async def test_E5_after_the_cards_the_round_is_played_out_with_a_last_round_announced_once(
    pawns: int, turns: int
) -> None:
    options = {"duree_min": 30, "equipes": "non"}
    right = [{"when": "t*.affirmation1", "say": "vrai"}, {"when": "t*.affirmation2", "say": "faux"}]
    scenario = evening(repeated(FACTS, 60), right, EIGHT[:pawns], options=options)
    done, front = await run(scenario)
    last = front.shown[-1]
    assert isinstance(last, TrouNoirView)
    assert len(last.history) == turns
    assert {move.seat for move in last.history[-pawns:]} == set(EIGHT[:pawns])
    assert said(front, "dernier tour") == 1
    assert said(front, "on s'arrête là") == 1
    assert done.winners == list(EIGHT[:pawns])


@pytest.mark.parametrize(
    ("pawns", "teams"),
    [
        (6, ("Ana et Bob", "Chloé et Dan", "Eve et Fanny")),
        (7, ("Ana et Bob", "Chloé et Dan", "Eve et Fanny et Gil")),
        (8, ("Ana et Bob", "Chloé et Dan", "Eve et Fanny", "Gil et Hugo")),
    ],
)
async def test_E5_N21_from_six_pawns_on_teams_are_proposed(pawns: int, teams: tuple[str, ...]) -> None:
    front, last = await played(repeated(ROULETTE, 9), ["oui", "Ana"], {}, players=EIGHT[:pawns], first=None)
    assert front.asked[:2] == ["equipes", "premier"]
    assert tuple(last.qi) == teams
    assert last.history[0].seat == teams[1]  # the left neighbour of Ana's team


@pytest.mark.parametrize("refused", ["non", "chacun pour soi", SILENT, "je ne sais pas"])
async def test_E5_teams_are_only_proposed(refused: Any) -> None:
    front, last = await played(repeated(ROULETTE, 9), [refused, "Ana"], {"Bob": 30}, players=EIGHT[:6], first=None)
    assert tuple(last.qi) == EIGHT[:6]
    assert said(front, "on joue en équipes") == 1


@pytest.mark.parametrize(
    ("pawns", "wish", "seats"),
    [(5, "proposer", 5), (6, "non", 6), (6, "oui", 3), (4, "oui", 2), (3, "oui", 3)],
)
async def test_E5_no_proposal_below_six_or_where_the_option_decides(pawns: int, wish: str, seats: int) -> None:
    front, last = await played(
        repeated(ROULETTE, 9), ["Ana"], {}, players=EIGHT[:pawns], first=None, options={"equipes": wish}
    )
    assert front.asked[0] == "premier"
    assert len(last.qi) == seats


async def test_N21_a_team_answers_by_any_member_and_its_first_answer_counts() -> None:
    for member in ("Ana", "Zoé"):
        said = {"say": "Milan", "by": member}
        done, front = await run(
            evening([ROULETTE, FACTS], [said], ("Ana+Zoé", "Bob"), "Ana et Zoé", {"Ana et Zoé": 40, "Bob": 50})
        )
        assert done.scores == {"Ana et Zoé": 0, "Bob": 50}
        assert front.asked == ["t1.reponse"]


@pytest.mark.parametrize(
    ("card", "wrong", "key", "left"),
    [
        (DOUBLE, ["poissons", "la raie"], "juste", 100),
        (ROULETTE, ["Milan"], "Rome", 100),
        (FACTS, ["vrai", "vrai"], "intox", 100),
        (FIVE, [CITIES], "5", 100),
        (FIVE, [CITIES], "1", 60),
        (MEASURES, ["la Loire", "Montparnasse"], "La tour Eiffel", 100),
        (NIGHTMARE, ["vrai", "faux", "vrai", "faux", "faux"], "vrai", 100),
        (DOUBLE, ["poissons", "la sole"], "faux", 80),
    ],
)
async def test_E6_case_G2_the_tables_verdict_replaces_the_hosts_is_said_and_is_final(
    card: dict[str, Any], wrong: list[Any], key: str, left: int
) -> None:
    heard = [*wrong, "conteste", {"keys": key}, "conteste"]
    front, last = await played([card, *repeated(ROULETTE, 3)], heard, {"Ana": 100, "Bob": 30})
    assert last.history[0].qi["Ana"] == left
    contested = next(n for n, line in enumerate(front.said) if line.startswith("Contestation"))
    assert any("Ana" in line and str(left) in line for line in front.said[contested:])
    assert said(front, "La table a déjà tranché") == 1


async def test_E6_a_verdict_by_the_tables_two_keys_is_final_too() -> None:
    heard = ["poissons", "", "", {"keys": "faux"}, "conteste", "Milan"]
    front, last = await played([DOUBLE, *repeated(ROULETTE, 3)], heard, {"Ana": 100, "Bob": 30})
    assert "t1.reponse.table" in front.asked
    assert last.history[0].qi["Ana"] == 80
    assert said(front, "La table a déjà tranché") == 1


async def test_E6_a_newcomers_name_that_the_table_calls_wrong_is_asked_again() -> None:
    heard = ["arrivée", "Zoé", "conteste", {"keys": "faux"}, "Max", "oui", "Rome"]
    _, last = await played([ROULETTE], heard, {"Ana": 50})
    assert list(last.qi) == [*THREE, "Max"]


@pytest.mark.parametrize("card", ALL_CARDS, ids=lambda card: card["type"])
async def test_case_G1_corrected_as_if_the_verdict_had_never_been_given(card: dict[str, Any]) -> None:
    wrong, right = {
        "double": (["poissons", "le thon"], ["la sole"]),
        "roulette": (["Milan"], ["Rome"]),
        "info_intox": (["vrai", "vrai"], ["faux"]),
        "give_me_5": ([CITIES], [{"list": [*CITIES["list"], {"say": "Rennes"}]}]),
        "plus_ou_moins": (["la Loire", "Montparnasse"], ["la tour Eiffel"]),
        "cauchemar": (["vrai", "vrai"], ["faux", "vrai", "faux", "vrai"]),
    }[card["type"]]
    cards = [card, *repeated(ROULETTE, 3)]
    plain = [*wrong[:-1], *right]
    front, last = await played(cards, [*wrong, "corrige", *plain[len(wrong) - 1 :]], {"Ana": 150, "Bob": 30})
    _, never = await played(cards, plain, {"Ana": 150, "Bob": 30})
    assert said(front, "Je corrige") == 1
    assert last.history == never.history
    assert last.history[0].qi["Ana"] == 160


async def test_case_G8_cards_that_this_laptop_has_not_asked_come_first() -> None:
    cards = repeated(ROULETTE, 5)
    seen = ["roulette-0", "roulette-2", "roulette-3"]
    for seed in range(6):
        scenario = evening(cards, ["Rome"] * 6 + [SILENT] * 99, scores={"Ana": 50, "Bob": 50}, seed=seed)
        scenario.draws.clear()
        _, front = await run(scenario, seen=seen)
        last = front.shown[-1]
        assert isinstance(last, TrouNoirView)
        assert set(last.used[:2]) == {"roulette-1", "roulette-4"}
        assert set(last.used[2:5]) == set(seen)


async def test_case_G8_when_all_have_been_asked_they_are_all_shuffled() -> None:
    scenario = evening(repeated(ROULETTE, 3), [SILENT] * 99, scores={"Ana": 50, "Bob": 50})
    scenario.draws.clear()
    _, front = await run(scenario, seen=["roulette-0", "roulette-1", "roulette-2"])
    last = front.shown[-1]
    assert isinstance(last, TrouNoirView)
    assert len(set(last.used[:3])) == 3
