"""The rulings E1 to E4 as Trou Noir keeps them: who comes, goes, is away, or was not the one who spoke."""

from typing import Any

import pytest
from support import (
    ALL_CARDS,
    CITIES,
    DOUBLE,
    EIGHT,
    FACTS,
    MEASURES,
    NIGHTMARE,
    ROULETTE,
    SILENT,
    THREE,
    played,
    repeated,
    said,
)

from host.games.trou_noir import rules

ORDER = {"t1.ordre": ["Rome", "Milan", "Naples", "Turin"], "t1.1.ordre": ["Turin", "Naples", "Milan", "Rome"]}


@pytest.mark.parametrize(
    ("qi", "start"),
    [
        ((200, 120, 50), 120),
        ((200, 190), 190),
        ((200, 170), 180),
        ((10, 20), 10),
        ((10, 10), 10),
        ((90, 80, 70, 10), 70),
    ],
)
def test_E1_a_newcomer_starts_on_the_median_rounded_down_to_a_square(qi: tuple[int, ...], start: int) -> None:
    assert rules.newcomers_qi({str(n): one for n, one in enumerate(qi)}) == start


async def test_E1_case_G7_the_newcomer_sits_after_the_last_seat_and_the_question_is_asked_again() -> None:
    scores = {"Ana": 120, "Bob": 100, "Chloé": 50}
    heard = ["arrivée", "Zoé", "oui", "Rome", "vrai", "faux", "la Loire", "la tour Eiffel", "Milan"]
    front, last = await played([ROULETTE, FACTS, MEASURES, {**ROULETTE, "id": "z"}], heard, scores)
    assert front.asked[:5] == ["t1.reponse", "t1.arrivee", "t1.arrivee.sur", "t1.1.reponse", "t2.affirmation1"]
    assert [move.seat for move in last.history[:5]] == ["Ana", "Bob", "Chloé", "Zoé", "Ana"]
    assert list(last.qi) == [*THREE, "Zoé"]
    assert last.history[3].before["Zoé"] == 100
    assert last.history[3].qi["Zoé"] == 60
    assert said(front, "capitale de l'Italie") >= 2


@pytest.mark.parametrize("name", ["Ana", "ana", "c'est Chloe", "Bob"])
async def test_E1_a_name_that_is_taken_is_refused_and_asked_again(name: str) -> None:
    front, last = await played([ROULETTE], ["arrivée", name, "Zoé", "oui", "Rome"], {"Ana": 50})
    assert said(front, "il faut un autre nom") == 1
    assert list(last.qi) == [*THREE, "Zoé"]


@pytest.mark.parametrize(
    "answers",
    [
        ["Zoé", "non", "Max", "non"],
        [SILENT, SILENT],
        ["…", "42"],
        ["Ana", "Bob"],
        ["Zoé", SILENT, "je ne sais pas trop"],
    ],
)
async def test_E1_case_G7_an_arrival_that_is_not_confirmed_changes_nothing(answers: list[Any]) -> None:
    front, last = await played([ROULETTE], ["arrivée", *answers, "Rome"], {"Ana": 50})
    assert said(front, "personne n'arrive") == 1
    assert list(last.qi) == list(THREE)
    assert last.history[0].qi["Ana"] == 50


async def test_E1_nobody_enters_where_eight_pawns_are() -> None:
    options = {"equipes": "non"}
    front, last = await played([ROULETTE], ["arrivée", "Rome"], {"Ana": 50}, players=EIGHT, options=options)
    assert said(front, "Il y a déjà 8 pions") == 1
    assert front.asked[:2] == ["t1.reponse", "t1.1.reponse"]
    assert tuple(last.qi) == EIGHT


async def test_E1_somebody_may_come_while_a_target_is_asked() -> None:
    front, last = await played([ROULETTE], ["arrivée", "Zoé", "oui", "Zoé", "Rome"], {"Ana": 130, "Bob": 100})
    assert front.asked[:5] == ["t1.cible", "t1.arrivee", "t1.arrivee.sur", "t1.1.cible", "t1.1.reponse"]
    assert last.history[0].qi == {"Ana": 140, "Bob": 100, "Chloé": 200, "Zoé": 100}


@pytest.mark.parametrize(
    ("card", "before", "after", "lost"),
    [
        (FACTS, ["faux"], ["faux"], 20),
        (MEASURES, ["la Seine"], ["la tour Eiffel"], 20),
        (NIGHTMARE, ["vrai", "faux", "vrai"], ["faux", "vrai"], 0),
    ],
)
async def test_E1_case_G4_what_is_judged_already_is_not_asked_again_after_an_arrival(
    card: dict[str, Any], before: list[str], after: list[str], lost: int
) -> None:
    _, last = await played([card, ROULETTE], [*before, "arrivée", "Zoé", "oui", *after], {"Ana": 100})
    assert last.history[0].qi["Ana"] == 100 - lost


async def test_E1_case_G4_a_theme_once_chosen_stays_after_an_arrival() -> None:
    heard = ["marées", "arrivée", "Zoé", "oui", "le soleil"]
    front, last = await played([DOUBLE, ROULETTE], heard, {"Ana": 100})
    assert front.asked[:5] == ["t1.theme", "t1.reponse", "t1.arrivee", "t1.arrivee.sur", "t1.1.reponse"]
    assert last.history[0].qi["Ana"] == 50


async def test_E1_the_proposals_keep_their_letters_after_an_arrival() -> None:
    front, last = await played([ROULETTE], ["arrivée", SILENT, SILENT, "réponse B"], {"Ana": 100}, draws=ORDER)
    assert said(front, "A : Rome. B : Milan.") == 2
    assert last.history[0].qi["Ana"] == 60


async def test_E2_who_leaves_is_removed_and_the_turn_goes_on() -> None:
    scores = {"Ana": 50, "Bob": 100, "Chloé": 30}
    front, last = await played([ROULETTE, FACTS], ["départ", "Bob", "oui", "Milan"], scores)
    assert front.asked[:4] == ["t1.reponse", "t1.depart", "t1.depart.sur", "t1.1.reponse"]
    assert [(move.seat, move.qi) for move in last.history] == [
        ("Ana", {"Ana": 10, "Chloé": 30}),
        ("Chloé", {"Ana": 10, "Chloé": 0}),
    ]


async def test_E2_when_the_answerer_leaves_the_left_neighbour_answers_another_card() -> None:
    scores = {"Ana": 50, "Bob": 30, "Chloé": 100}
    front, last = await played([ROULETTE, FACTS], ["départ", "Ana", "oui", "faux", "vrai"], scores)
    assert [(move.seat, move.qi) for move in last.history] == [("Bob", {"Bob": 0, "Chloé": 100})]
    assert said(front, "Une araignée") == 1


async def test_E2_when_the_last_seat_leaves_in_its_turn_the_first_one_is_next() -> None:
    scores = {"Ana": 30, "Bob": 100, "Chloé": 100}
    _, last = await played([FACTS, ROULETTE], ["départ", "Chloé", "oui"], scores, first="Chloé")
    assert [move.seat for move in last.history] == ["Ana"]


async def test_E2_case_G7_a_departure_is_confirmed() -> None:
    for answers in (["Bob", "non"], ["Bob", SILENT], [SILENT]):
        front, last = await played([ROULETTE], ["départ", *answers, "Rome"], {"Ana": 50})
        assert said(front, "Personne ne part") == 1
        assert list(last.qi) == list(THREE)
        assert last.history[0].qi["Ana"] == 50


async def test_E2_with_one_pawn_left_the_game_is_over_and_that_one_wins() -> None:
    heard = ["départ", "Ana", "oui"]
    front, last = await played([ROULETTE], heard, {"Ana": 200, "Bob": 100}, players=("Ana", "Bob"), first="Bob")
    assert said(front, "la partie s'arrête là") == 1
    assert (dict(last.qi), last.history, last.over) == ({"Bob": 100}, (), True)
    assert said(front, "Bob gagne, avec 100 de QI") == 1


async def test_E2_when_the_target_leaves_another_one_is_named() -> None:
    scores = {"Ana": 130, "Bob": 100, "Chloé": 50, "Dan": 100}
    heard = ["Bob", "départ", "Bob", "oui", "Dan", "Rome"]
    front, last = await played([ROULETTE], heard, scores, players=(*THREE, "Dan"))
    assert front.asked[:6] == ["t1.cible", "t1.reponse", "t1.depart", "t1.depart.sur", "t1.1.cible", "t1.1.reponse"]
    assert last.history[0].qi == {"Ana": 140, "Chloé": 50, "Dan": 70}


async def test_E2_a_team_leaves_as_a_whole_by_the_name_of_any_member() -> None:
    players = ("Ana+Bob", "Chloé", "Dan")
    _, last = await played([ROULETTE], ["départ", "Bob", "oui"], {}, players=players, first="Chloé")
    assert list(last.qi) == ["Chloé", "Dan"]


@pytest.mark.parametrize("heard", ["il n'est pas là", "elle est aux toilettes", "absent", "on passe son tour"])
async def test_E3_an_absent_player_is_skipped_and_loses_nothing(heard: str) -> None:
    scores = {"Ana": 150, "Bob": 30, "Chloé": 100}  # Ana is on Dynamite
    front, last = await played([ROULETTE, FACTS], [heard, "faux", "vrai"], scores)
    assert said(front, "Ana n'est pas là, on passe.") == 1
    assert [(move.seat, move.qi) for move in last.history] == [("Bob", {"Ana": 150, "Bob": 0, "Chloé": 100})]


async def test_E3_absence_in_the_midst_of_a_card_loses_nothing_either() -> None:
    _, last = await played([FACTS, ROULETTE], ["faux", "elle n'est pas là"], {"Ana": 50, "Bob": 30})
    assert last.history[0].before == {"Ana": 50, "Bob": 30, "Chloé": 200}


@pytest.mark.parametrize("said_so", ["c'était pas lui", "c'est pas moi qui ai parlé", "mauvaise personne"])
async def test_E4_case_G6_the_card_is_replaced_and_nobody_loses_anything(said_so: str) -> None:
    cards = [ROULETTE, FACTS, MEASURES, *repeated(ROULETTE, 3)]
    heard = ["Milan", said_so, "vrai", "faux", "la Seine", "Montparnasse"]
    front, last = await played(cards, heard, {"Ana": 100, "Bob": 50}, draws=ORDER)
    assert front.asked[:4] == ["t1.reponse", "t2.affirmation1", "t1.1.affirmation1", "t1.1.affirmation2"]
    assert [(move.seat, move.qi["Ana"]) for move in last.history[:2]] == [("Ana", 100), ("Bob", 100)]
    assert last.history[1].qi["Bob"] == 0


@pytest.mark.parametrize("card", ALL_CARDS, ids=lambda card: card["type"])
async def test_E4_holds_for_every_type_of_card(card: dict[str, Any]) -> None:
    wrong = {
        "double": ["marées", "le soleil"],
        "roulette": ["Milan"],
        "info_intox": ["faux", "vrai"],
        "give_me_5": [CITIES],
        "plus_ou_moins": ["la Seine", "Montparnasse"],
        "cauchemar": ["faux"],
    }[card["type"]]
    cards = [card, {**ROULETTE, "id": "a"}, {**ROULETTE, "id": "b"}]
    front, last = await played(cards, [*wrong, "c'était pas lui", "Rome"], {"Ana": 100, "Bob": 30})
    assert said(front, "voici une autre carte") == 1
    assert (last.history[0].seat, last.history[0].qi["Ana"]) == ("Ana", 100)


async def test_E4_at_most_once_a_turn_and_again_in_the_next() -> None:
    cards = repeated(ROULETTE, 8)
    not_them = "c'était pas lui"
    heard = ["Milan", not_them, "Milan", not_them, "Milan", not_them, "Rome"]
    front, last = await played(cards, heard, {"Ana": 100, "Bob": 100, "Chloé": 30})
    assert said(front, "voici une autre carte") == 2  # Ana's, then Bob's
    assert said(front, "Une seule carte de rechange par tour") == 1
    assert [(move.seat, move.qi[move.seat]) for move in last.history[:2]] == [("Ana", 60), ("Bob", 100)]


async def test_E4_a_shot_of_the_wrong_person_hits_nobody_and_the_target_stays() -> None:
    heard = ["Bob", "Rome", "c'était pas elle", "Milan"]
    front, last = await played(repeated(ROULETTE, 4), heard, {"Ana": 130, "Bob": 100, "Chloé": 30})
    assert last.history[0].qi == {"Ana": 90, "Bob": 100, "Chloé": 30}
    assert front.asked.count("t1.cible") == 1


async def test_E4_silence_is_nobodys_answer_and_is_not_taken_back() -> None:
    front, last = await played(repeated(ROULETTE, 4), [SILENT, "c'était pas lui", "Rome"], {"Ana": 100})
    assert said(front, "rien à corriger") == 1
    assert last.history[0].qi["Ana"] == 60


async def test_E4_the_other_card_is_another_one_even_when_the_deck_was_exhausted() -> None:
    heard = ["vrai", "faux", "Milan", "c'était pas lui"]
    for seed in range(8):
        _, last = await played([FACTS, ROULETTE], heard, {"Ana": 50, "Bob": 50}, seed=seed, players=THREE[:2])
        assert last.used[:3] == ("faits", "roulette", "faits")
