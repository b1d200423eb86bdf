"""The rulings N of Trou Noir, each by its number; those of the weapons are in test_weapons.py."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from pydantic import ValidationError
from support import DOUBLE, EVEN_DOUBLE, FACTS, FIVE, MEASURES, NIGHTMARE, ROULETTE, deck, evening, repeated, run

from content.schema import Deck
from content.yaml12 import ContentError
from host.dialogue.replies import Enumerated
from host.errors import UserError
from host.games.trou_noir import scoring
from host.games.trou_noir.options import Options, pace
from host.games.trou_noir.views import TrouNoirView
from host.session.evening import header_of
from host.session.journal import Journal
from host.session.players import RepliesMissing
from host.session.scenario import wish_of


async def after_one_turn(card: Mapping[str, Any], heard: Sequence[Any], at: int = 100, **more: Any) -> int:
    """Ana's QI after she has answered `card`; Bob, at 10, then ends the game."""
    scores = {"Ana": at, "Bob": 10}
    end = {**ROULETTE, "id": "fin"}
    done, _ = await run(evening([card, end], [*heard, "Milan"], scores=scores, **more))
    assert done.scores["Bob"] == 0
    assert done.unused == []
    return done.scores["Ana"]


def cities(*said: tuple[str, float]) -> dict[str, Any]:
    """A list as it is said, each city with its second."""
    return {"list": [{"say": city, "after_s": at_s} for city, at_s in said]}


def test_N1_the_ladder_starts_at_200_and_may_start_from_100_to_300_in_steps_of_10() -> None:
    assert pace(Options(), 2).top == 200
    assert pace(Options(depart=300), 2).top == 300
    for wrong in (90, 310, 155):
        with pytest.raises(ValidationError):
            Options(depart=wrong)


def test_N1_a_score_never_rises_above_the_start_nor_falls_below_0() -> None:
    assert scoring.after_turn({"Ana": 190, "Bob": 10}, {"Ana": 30, "Bob": -40}, 200) == {"Ana": 200, "Bob": 0}


@pytest.mark.parametrize("scores", [{"Ana": 205}, {"Ana": 0}, {"Ana": 210}, {"Zoé": 100}])
async def test_N1_a_start_off_the_ladder_is_refused(scores: dict[str, int]) -> None:
    with pytest.raises(UserError, match=r"start\.scores"):
        await run(evening([ROULETTE], [], scores=scores))


async def test_N2_the_left_neighbour_of_the_most_cultured_answers_first_then_the_turn_passes_left() -> None:
    cards = repeated(ROULETTE, 5)
    heard = ["Chloé", "Rome", "Rome", "Rome", "Milan"]
    done, front = await run(evening(cards, heard, ("Ana", "Bob", "Chloé"), first=None, scores={"Ana": 10}))
    assert front.asked == ["premier", "t1.reponse", "t2.reponse", "t3.reponse", "t4.reponse"]
    seats = [view.seat for view in front.shown if isinstance(view, TrouNoirView) and view.seat]
    assert list(dict.fromkeys(seats)) == ["Ana", "Bob", "Chloé"]
    assert done.scores["Ana"] == 0


async def test_N2_nobody_named_within_10_s_one_is_drawn() -> None:
    late = {"say": "Bob", "after_s": 10.5}
    done, front = await run(
        evening(
            [ROULETTE],
            [late, {"silence": True}, "Milan"],
            first=None,
            scores={"Ana": 40, "Bob": 40},
            draws={"premier.tire": ["Ana"]},
        )
    )
    assert any("Ana est le plus cultivé. Bob" in said for said in front.said)
    assert done.scores == {"Ana": 40, "Bob": 0}


async def test_N3_the_deck_is_shuffled_by_the_seed_and_again_when_exhausted() -> None:
    cards = repeated(ROULETTE, 4)
    orders = set()
    for seed in range(12):
        scenario = evening(cards, [*["Rome"] * 4, *["Milan"] * 10], scores={"Ana": 40, "Bob": 40}, seed=seed)
        scenario.draws.clear()
        scenario = scenario.model_copy(update={"heard": scenario.heard[:5]})
        _, front = await run(scenario)
        assert sum("je le mélange" in said for said in front.said) == 1
        orders.add(tuple(v.card for v in front.shown if isinstance(v, TrouNoirView)))
    scenario = evening(repeated(ROULETTE, 2) + repeated(FACTS, 2), ["x"])
    scenario.draws.clear()
    first_cards = set()
    for seed in range(12):
        header = header_of(wish_of(scenario.model_copy(update={"seed": seed})))
        from host.dialogue.requests import Draw
        from host.session.draws import draw

        first_cards.add(draw(header.seed, Draw(key="paquet.1", among=("a", "b", "c", "d"), count=4), {}))
    assert len(first_cards) > 4


@pytest.mark.parametrize(
    ("card", "said", "lost"),
    [
        (ROULETTE, ["Milan"], 40),
        ({**ROULETTE, "penalty": 70}, ["Milan"], 70),
        (FACTS, ["faux", "faux"], 20),
        ({**FACTS, "penalties": [30, 60]}, ["faux", "faux"], 30),
        ({**FACTS, "penalties": [30, 60]}, ["faux", "vrai"], 60),
        (MEASURES, ["la Seine", "la tour Eiffel"], 20),
        ({**MEASURES, "penalties": [10, 70]}, ["la Seine", "la tour Eiffel"], 10),
        ({**MEASURES, "penalties": [10, 70]}, ["la Seine", "Montparnasse"], 70),
        (NIGHTMARE, ["faux"], 30),
        ({**NIGHTMARE, "penalty": 60}, ["faux"], 60),
        (FIVE, [{"list": [{"say": "Paris"}, {"say": "Lyon"}]}], 30),
        ({**FIVE, "penalty": 20}, [{"list": [{"say": "Paris"}, {"say": "Lyon"}]}], 60),
    ],
)
async def test_N4_a_penalty_printed_on_a_card_overrides_the_default(
    card: dict[str, Any], said: list[str], lost: int
) -> None:
    assert await after_one_turn(card, said) == 100 - lost


@pytest.mark.parametrize(
    ("choice", "answer", "left"),
    [
        ("les poissons", "la sole", 100),
        ("poissons", "le thon", 80),
        ("la deuxième", "le thon", 50),
        ("la première", "le thon", 80),
        ("moins cinquante", "le thon", 50),
        ("20 points", "le thon", 80),
    ],
)
async def test_N5_a_theme_is_chosen_by_name_rank_or_penalty_and_only_its_question_is_asked(
    choice: str, answer: str, left: int
) -> None:
    assert await after_one_turn(DOUBLE, [choice, answer]) == left


@pytest.mark.parametrize(
    ("said", "missing"),
    [
        (cities(("Paris", 1), ("Lyon", 3), ("Lille", 6), ("Nantes", 9), ("Rennes", 14.9)), 0),
        (cities(("Paris", 1), ("Lyon", 3), ("Lille", 6), ("Nantes", 9), ("Rennes", 15.0)), 1),
        (cities(("Paris", 1), ("Lyon", 3), ("Paname", 6), ("Nantes", 9), ("Paris", 10)), 2),
        (cities(("Paris", 1), ("Bruxelles", 3), ("la cuisine", 5)), 4),
        ({"say": "Paris, Lyon et Lille"}, 2),
        ({"silence": True}, 5),
    ],
)
async def test_N6_ten_for_each_of_five_not_begun_within_15_s_and_two_names_count_once(said: Any, missing: int) -> None:
    assert await after_one_turn(FIVE, [said]) == 100 - 10 * missing


async def test_N6_the_time_is_15_s_whatever_the_answer_time() -> None:
    late = cities(("Paris", 1), ("Lyon", 3), ("Lille", 6), ("Nantes", 9), ("Rennes", 14))
    for seconds in (8, 60):
        assert await after_one_turn(FIVE, [late], options={"temps_reponse_s": seconds}) == 100


async def test_N19_a_list_stops_at_the_fifth_wrong_ones_cost_nothing_and_passing_ends_it() -> None:
    wrong = [("Bruxelles", 0.5), ("Londres", 1.0), ("Rome", 1.5)]
    five = [(one, 3.0 + n) for n, one in enumerate(("Paris", "Lyon", "Lille", "Nantes", "Rennes"))]
    journal = Journal(header_of(wish_of(scenario := evening([FIVE], [cities(*wrong, *five, ("Toulouse", 9))] * 20))))
    with pytest.raises(RepliesMissing):
        await run(scenario, journal)
    listed = next(entry.reply for entry in journal.entries if isinstance(entry.reply, Enumerated))
    assert [one.element for one in listed.found] == ["Paris", "Lyon", "Lille", "Nantes", "Rennes"]
    assert listed.ended_s == 7.0
    assert await after_one_turn(FIVE, [cities(*five[:4], ("je passe", 8), ("Rennes", 9))]) == 90


@pytest.mark.parametrize("said", ["Milan", "réponse B", "B", "la deuxième", "deux", "la B", "Milan, je crois"])
async def test_N7_a_proposal_is_named_by_content_letter_or_number(said: str) -> None:
    order = {"t1.ordre": ["Rome", "Milan", "Naples", "Turin"]}
    assert await after_one_turn(ROULETTE, [said], draws=order) == 60


@pytest.mark.parametrize(
    ("said", "lost"),
    [
        (["la Loire", "la tour Eiffel"], 0),
        (["la première", "la B"], 0),
        (["la Seine", "la tour Eiffel"], 20),
        (["la Loire", "Montparnasse"], 20),
        (["la Seine", "la tour Montparnasse"], 50),
        ([{"silence": True}, {"silence": True}], 50),
    ],
)
async def test_N8_one_wrong_comparison_costs_20_two_50(said: list[Any], lost: int) -> None:
    assert await after_one_turn(MEASURES, said) == 100 - lost


@pytest.mark.parametrize("errors_at", [1, 2, 3, 4, 5, None])
async def test_N10_the_first_error_of_five_stops_the_turn_and_costs_30(errors_at: int | None) -> None:
    right = ["vrai", "faux", "info", "intox", "oui"]
    said = right if errors_at is None else [*right[: errors_at - 1], ("faux", "vrai")[errors_at % 2 == 0]]
    assert await after_one_turn(NIGHTMARE, said) == (100 if errors_at is None else 70)


async def test_N10_passing_and_silence_are_errors() -> None:
    for missed in ("je passe", {"silence": True}):
        assert await after_one_turn(NIGHTMARE, ["vrai", missed]) == 70


@pytest.mark.parametrize(
    ("said", "lost"),
    [
        (["vrai", "faux"], 0),
        (["info", "intox"], 0),
        (["vrai", "vrai"], 20),
        (["faux", "faux"], 20),
        (["c'est une intox", "c'est une info"], 50),
    ],
)
async def test_N9_one_wrong_costs_20_two_50_and_vrai_and_faux_are_understood(said: list[str], lost: int) -> None:
    assert await after_one_turn(FACTS, said) == 100 - lost


@pytest.mark.parametrize(
    ("heard", "left"),
    [
        ({"silence": True}, 60),
        ({"say": "Rome", "after_s": 20.1}, 60),
        ({"say": "Rome", "after_s": 19.9}, 100),
        ("je passe", 60),
        ("je ne sais pas", 60),
        ("aucune idée", 60),
    ],
)
async def test_N11_silence_lateness_and_passing_are_wrong_answers(heard: Any, left: int) -> None:
    assert await after_one_turn(ROULETTE, [heard]) == left


async def test_N11_the_answer_time_is_an_option() -> None:
    late = {"say": "Rome", "after_s": 9}
    assert await after_one_turn(ROULETTE, [late], options={"temps_reponse_s": 8}) == 60


async def test_N12_a_turn_is_correct_when_its_penalty_is_0() -> None:
    five = {"list": [{"say": one} for one in ("Paris", "Lyon", "Lille", "Nantes", "Rennes")]}
    for card, said in (
        (ROULETTE, ["Rome"]),
        (FACTS, ["vrai", "faux"]),
        (DOUBLE, ["poissons", "la sole"]),
        (FIVE, [five]),
        (MEASURES, ["la Loire", "la tour Eiffel"]),
        (NIGHTMARE, ["vrai", "faux", "vrai", "faux", "vrai"]),
    ):
        assert await after_one_turn(card, said) == 100, card["id"]
        assert await after_one_turn(card, said, at=150) == 160, card["id"]  # Dynamite, on a correct turn


def test_N14_effects_apply_together_then_are_clamped_then_the_end_is_checked() -> None:
    qi = scoring.after_turn({"Ana": 40, "Bob": 20, "Chloé": 90}, {"Ana": 10, "Bob": -20, "Chloé": -20}, 200)
    assert qi == {"Ana": 50, "Bob": 0, "Chloé": 70}
    assert scoring.is_over(qi)
    assert scoring.winners(qi) == ("Chloé",)


async def test_N15_the_game_ends_with_the_turn_turns_are_not_evened_out() -> None:
    done, front = await run(evening([ROULETTE], ["Milan"], ("Ana", "Bob", "Chloé"), scores={"Ana": 30}))
    assert front.asked == ["t1.reponse"]
    assert (done.ended, done.winners) == ("trou-noir", ["Bob", "Chloé"])


@pytest.mark.parametrize("penalty", [15, 5, 0, -10, 310])
def test_N17_a_pack_with_a_penalty_that_is_no_multiple_of_10_is_refused(penalty: int) -> None:
    with pytest.raises(ValidationError, match="pénalité"):
        Deck.model_validate(deck({**ROULETTE, "penalty": penalty}))
    with pytest.raises(ContentError):
        header_of(wish_of(evening([{**ROULETTE, "penalty": penalty}], [])))


async def test_N18_a_theme_not_chosen_is_asked_once_more_then_drawn() -> None:
    silent = {"silence": True}
    assert await after_one_turn(DOUBLE, [silent, "poissons", "le thon"]) == 80
    assert await after_one_turn(DOUBLE, [silent, silent, "le thon"], draws={"t1.theme.tire": ["1"]}) == 50


async def test_N18_equal_penalties_choose_nothing() -> None:
    drawn = {"t1.theme.tire": ["0"]}
    silent = {"silence": True}
    done, front = await run(
        evening([EVEN_DOUBLE], ["moins trente", silent, silent, "le thon"], scores={"Ana": 30}, draws=drawn)
    )
    assert done.scores["Ana"] == 0
    assert front.asked == ["t1.theme", "t1.theme.encore", "t1.theme.redit", "t1.reponse"]


async def test_N20_passing_one_of_two_questions_leaves_the_other() -> None:
    assert await after_one_turn(FACTS, ["je passe", "faux"]) == 80
    assert await after_one_turn(FACTS, ["vrai", "je passe"]) == 80
    assert await after_one_turn(FACTS, ["je passe", "je passe"]) == 50
    assert await after_one_turn(MEASURES, ["je passe", "la tour Eiffel"]) == 80
    assert await after_one_turn(MEASURES, ["la Loire", "je passe"]) == 80


async def test_N2_a_first_answer_that_is_not_understood_is_asked_again_twice_then_drawn() -> None:
    heard = ["la dame au chapeau", {"silence": True}, {"silence": True}, "Milan"]
    drawn = {"premier.tire": ["Ana"]}
    done, front = await run(evening([ROULETTE], heard, first=None, scores={"Bob": 40}, draws=drawn))
    assert front.asked == ["premier", "premier.encore", "premier.redit", "t1.reponse"]
    assert done.scores == {"Ana": 200, "Bob": 0}


async def test_P5_the_order_of_proposals_is_drawn_so_the_right_one_is_not_always_first() -> None:
    firsts = set()
    for seed in range(20):
        _, front = await run(evening([ROULETTE], ["Milan"], scores={"Ana": 40}, seed=seed))
        firsts.add(next(s for s in front.said if s.startswith("A : ")).split(".")[0])
    assert len(firsts) == 4
