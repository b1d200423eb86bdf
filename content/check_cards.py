"""What one card may have wrong."""

from collections.abc import Iterator, Sequence

from content.check_texts import (
    MAX_NAME,
    MAX_THEME,
    NEARLY_ONE,
    TOO_CLOSE,
    Problem,
    Sounds,
    alike,
    bare,
    clashes,
    told,
    too_long,
)
from content.schema import (
    AnswerSpec,
    Card,
    Cauchemar,
    Comparison,
    Double,
    Element,
    GiveMeFive,
    InfoIntox,
    PlusOuMoins,
    Proposal,
    Roulette,
)
from content.text import fold
from content.yaml12 import Where


def check_card(card: Card, at: Where, sounds: Sounds) -> Iterator[Problem]:
    match card:
        case Double():
            yield from _double(card, at, sounds)
        case Roulette():
            yield from _roulette(card, at, sounds)
        case InfoIntox():
            yield from too_long(card.id, (*at, "theme"), card.theme, MAX_THEME)
            for index, statement in enumerate(card.statements):
                yield from too_long(card.id, (*at, "statements", index, "text"), statement.text)
        case GiveMeFive():
            yield from _give_me_five(card, at, sounds)
        case PlusOuMoins():
            yield from too_long(card.id, (*at, "theme"), card.theme, MAX_THEME)
            for index, comparison in enumerate(card.comparisons):
                yield from _comparison(card.id, (*at, "comparisons", index), comparison, sounds)
        case Cauchemar():
            yield from _cauchemar(card, at)


def _double(card: Double, at: Where, sounds: Sounds) -> Iterator[Problem]:
    first, second = card.questions
    if alike(sounds(first.theme), sounds(second.theme)):
        where = (*at, "questions", 1, "theme")
        yield Problem("warning", "themes_alike", card.id, where, "les deux thèmes se ressemblent : en changer un")
    if first.penalty == second.penalty:
        where = (*at, "questions", 1, "penalty")
        yield Problem("note", "same_penalty", card.id, where, "mêmes pénalités : la plus facile devrait coûter plus")
    for index, question in enumerate(card.questions):
        here = (*at, "questions", index)
        yield from too_long(card.id, (*here, "theme"), question.theme, MAX_THEME)
        yield from too_long(card.id, (*here, "question"), question.question)
        yield from _answer(card.id, (*here, "answer"), question.answer)
        forms = (question.answer.right, *question.answer.accept)
        for field, text in (("theme", question.theme), ("question", question.question)):
            yield from told(card.id, (*here, field), text, forms)


def _answer(card: str, at: Where, answer: AnswerSpec) -> Iterator[Problem]:
    forms = {fold(form) for form in (answer.right, *answer.accept)}
    for index, text in enumerate(answer.reject):
        if fold(text) in forms:
            where = (*at, "reject", index)
            yield Problem("error", "reject_accepted", card, where, f"« {text} » est aussi acceptée : l'ôter d'un côté")
    for index, vague in enumerate(answer.ask_back):
        if fold(vague.heard) in forms:
            where = (*at, "ask_back", index, "heard")
            message = f"« {vague.heard} » est aussi acceptée : l'ôter d'un côté"
            yield Problem("error", "ask_back_accepted", card, where, message)
    if answer.kind in ("number", "year") and not answer.right.replace(" ", "").lstrip("-−").replace(",", "").isdigit():
        message = f"« {answer.right} » n'est pas en chiffres : l'écrire en chiffres, ou changer « kind »"
        yield Problem("error", "not_digits", card, (*at, "right"), message)


def _roulette(card: Roulette, at: Where, sounds: Sounds) -> Iterator[Problem]:
    yield from too_long(card.id, (*at, "theme"), card.theme, MAX_THEME)
    yield from too_long(card.id, (*at, "question"), card.question)
    if card.right not in [p.label for p in card.proposals]:
        message = f"« {card.right} » n'est pas parmi les propositions : recopier l'une d'elles"
        yield Problem("error", "right_missing", card.id, (*at, "right"), message)
    for index, proposal in enumerate(card.proposals):
        yield from too_long(card.id, (*at, "proposals", index, "label"), proposal.label, MAX_NAME)
        if proposal.label == card.right:
            for field, text in (("theme", card.theme), ("question", card.question)):
                yield from told(card.id, (*at, field), text, _names(proposal))
    yield from _clashing(card.id, (*at, "proposals"), card.proposals, sounds, TOO_CLOSE, "changer l'une des deux")


def _clashing(
    card: str,
    at: Where,
    things: Sequence[Proposal | Element],
    sounds: Sounds,
    too_close: float,
    if_same: str,
    if_alike: str | None = None,
) -> Iterator[Problem]:
    """Things that repeat one another, or that the ear confuses; `if_same` and `if_alike` say what to do then."""
    for clash in clashes([_names(thing) for thing in things], sounds, too_close):
        where = (*at, clash.place, "label")
        if clash.same:
            message = f"« {clash.later} » répète « {clash.earlier} » : {if_same}"
            yield Problem("error", f"{at[-1]}_same", card, where, message)
        else:
            message = f"« {clash.later} » se confond à l'oreille avec « {clash.earlier} » : {if_alike or if_same}"
            yield Problem("warning", f"{at[-1]}_alike", card, where, message)


def _give_me_five(card: GiveMeFive, at: Where, sounds: Sounds) -> Iterator[Problem]:
    yield from too_long(card.id, (*at, "theme"), card.theme, MAX_THEME)
    yield from too_long(card.id, (*at, "question"), card.question)
    for index, element in enumerate(card.elements):
        yield from too_long(card.id, (*at, "elements", index, "label"), element.label, MAX_NAME)
    forms = [form for element in card.elements for form in _names(element)]
    tellable = [form for form in forms if fold(form) not in _LITTLE]
    for field, text in (("theme", card.theme), ("question", card.question)):
        yield from told(card.id, (*at, field), text, tellable)
    remedies = "en faire un seul élément", "un seul comptera, en ôter un"
    yield from _clashing(card.id, (*at, "elements"), card.elements, sounds, NEARLY_ONE, *remedies)
    right = {bare(fold(form)) for form in forms}
    for index, text in enumerate(card.reject):
        if bare(fold(text)) in right:
            message = f"« {text} » est aussi un élément : l'ôter d'un côté"
            yield Problem("error", "reject_accepted", card.id, (*at, "reject", index), message)


def _comparison(card: str, at: Where, comparison: Comparison, sounds: Sounds) -> Iterator[Problem]:
    yield from too_long(card, (*at, "question"), comparison.question)
    if comparison.right not in [item.label for item in comparison.items]:
        message = f"« {comparison.right} » n'est pas parmi les deux : recopier l'un d'eux"
        yield Problem("error", "right_missing", card, (*at, "right"), message)
    for index, item in enumerate(comparison.items):
        yield from too_long(card, (*at, "items", index, "label"), item.label, MAX_NAME)
        if f" {bare(fold(item.label))} " in f" {fold(comparison.question)} ":
            message = f"« {item.label} » est déjà dans la question, que suit « A, ou B ? » : l'en ôter"
            yield Problem("warning", "item_told", card, (*at, "question"), message)
    yield from _clashing(card, (*at, "items"), comparison.items, sounds, TOO_CLOSE, "changer l'un des deux")


def _cauchemar(card: Cauchemar, at: Where) -> Iterator[Problem]:
    for index, claim in enumerate(card.claims):
        yield from too_long(card.id, (*at, "claims", index, "theme"), claim.theme, MAX_THEME)
        yield from too_long(card.id, (*at, "claims", index, "text"), claim.text)
    truths = {claim.truth for claim in card.claims}
    if len(truths) == 1:
        message = f"les cinq affirmations sont « {truths.pop()} » : en mêler de l'autre sorte"
        yield Problem("warning", "one_truth", card.id, (*at, "claims"), message)


#: Elements that are words of any question: notes of music, letters.
_LITTLE = frozenset(["la", "si", "a", "d", "l", "y"])


def _names(thing: Proposal | Element) -> Sequence[str]:
    return (thing.label, *thing.also)
