"""How each type of card is asked. Every function returns the penalty of the turn; 0 is a correct turn (N12)."""

from content.schema import Card, Cauchemar, Double, GiveMeFive, InfoIntox, PlusOuMoins, Roulette
from host.dialogue.expectation import Option
from host.dialogue.replies import Answer, Chosen, Passed, Silence
from host.dialogue.requests import Draw
from host.games.trou_noir import lines, scoring
from host.games.trou_noir.table import Table

INFO = Option("info", ("info", "vrai", "c'est une info", "c'est vrai", "oui", "exact"), letter_and_rank=False)
INTOX = Option("intox", ("intox", "faux", "c'est une intox", "c'est faux", "non", "mensonge"), letter_and_rank=False)
TRUE = Option("vrai", ("vrai", "c'est vrai", "info", "oui", "exact"), letter_and_rank=False)
FALSE = Option("faux", ("faux", "c'est faux", "intox", "non", "mensonge"), letter_and_rank=False)


async def play_card(table: Table, card: Card) -> int:
    """Raises BrokenOff when somebody comes, goes, or was not the one who answered."""
    match card:
        case Double():
            return await double(table, card)
        case GiveMeFive():
            return await give_me_five(table, card)
        case Roulette():
            return await roulette(table, card)
        case PlusOuMoins():
            return await plus_ou_moins(table, card)
        case InfoIntox():
            return await info_intox(table, card)
        case Cauchemar():
            return await cauchemar(table, card)


async def double(table: Table, card: Double) -> int:
    """N5: the player chooses one of two themes, then answers that question only."""
    if table.progress.theme is None:
        table.progress.theme = await chosen_theme(table, card)
    question = card.questions[table.progress.theme]
    await table.show(theme=question.theme, question=question.question, proposals=(), penalty=f"−{question.penalty}")
    await table.say(lines.THEME.format(theme=question.theme))
    await table.say(question.question, repeats=True)
    expects = question.answer.expectation()
    reply = await table.ask("reponse", expects)
    right = isinstance(reply, Answer) and reply.right
    await verdict(table, reply, right, expects.accepted[0])
    return scoring.penalty_single(question.penalty, right)


async def chosen_theme(table: Table, card: Double) -> int:
    """N5, N18: by theme, rank, or penalty where the penalties differ; asked twice, then drawn."""
    first, second = card.questions
    by_penalty = first.penalty != second.penalty
    options = tuple(
        Option(str(i), (q.theme, *(lines.penalty_forms(q.penalty) if by_penalty else ())))
        for i, q in enumerate(card.questions)
    )
    named = {"theme_1": first.theme, "theme_2": second.theme, "penalty_1": first.penalty, "penalty_2": second.penalty}
    await table.show(question="Quel thème ?", proposals=tuple(f"{q.theme}  (−{q.penalty})" for q in card.questions))
    double = lines.of(table.seat, lines.DOUBLE, lines.DOUBLE_TEAM)
    asked = double.format(seat=table.seat, **named), lines.DOUBLE_AGAIN.format(seat=table.seat, **named)
    option, drawn = await table.choose_or_draw("theme", asked, options)
    if drawn:
        await table.say(lines.DOUBLE_DRAWN.format(theme=card.questions[int(option)].theme))
    return int(option)


async def give_me_five(table: Table, card: GiveMeFive) -> int:
    """N6, N19: five elements in 15 seconds, counted while they are said; nobody speaks but the player."""
    each = card.penalty if card.penalty is not None else scoring.MISSING_PENALTY
    wanted = scoring.GIVE_ME_WANTED
    await table.show(theme=card.theme, question=card.question, penalty=f"−{each} par élément manquant")
    await table.say(lines.GIVE_ME_FIVE.format(theme=card.theme))
    await table.say(card.question, repeats=True)
    await table.say(lines.GO, sound="top")
    elements = tuple(Option(e.label, (e.label, *e.also), letter_and_rank=False) for e in card.elements)
    listed = await table.enumerate("liste", elements, card.reject, wanted, scoring.GIVE_ME_TIME_S)
    right = listed.count >= wanted
    named = {found.element for found in listed.found}
    missed = [e.label for e in card.elements if e.label not in named][: max(0, wanted - listed.count)]
    found = lines.together([found.element for found in listed.found]) if listed.found else ""
    await table.show(heard=found, right=right, answer=lines.FOUND.format(count=listed.count, wanted=wanted))
    if not right:
        await table.say(lines.LIST_OVER, sound="fin du temps")
    await table.say(lines.counted(listed, wanted, found), sound="juste" if right else "faux")
    if missed:
        await table.say(lines.ALSO_POSSIBLE.format(missed=lines.together(missed)))
    return scoring.penalty_missing(each, listed.count)


async def roulette(table: Table, card: Roulette) -> int:
    """N7: four proposals, named by content, letter or number. Their order is drawn."""
    proposals = {p.label: p for p in card.proposals}
    if not table.progress.order:
        drawn = await Draw(key=table.key("ordre"), among=tuple(proposals), count=len(proposals))
        table.progress.order = drawn.values
    order = table.progress.order
    options = tuple(Option(label, (label, *proposals[label].also)) for label in order)
    penalty = card.penalty if card.penalty is not None else scoring.ROULETTE_PENALTY
    await table.show(
        theme=card.theme,
        question=card.question,
        penalty=f"−{penalty}",
        proposals=tuple(f"{letter}. {label}" for letter, label in zip("ABCD", order, strict=True)),
    )
    await table.say(lines.ROULETTE.format(penalty=penalty, question=card.question), repeats=True)
    await table.say(lines.PROPOSALS.format(*order), repeats=True)
    reply = await table.choose("reponse", options)
    right = isinstance(reply, Chosen) and reply.option == card.right
    await verdict(table, reply, right, card.right)
    return scoring.penalty_single(penalty, right)


async def plus_ou_moins(table: Table, card: PlusOuMoins) -> int:
    """N8: two comparisons, the one that is more named each time. N20: passing loses that comparison only."""
    penalties = card.penalties if card.penalties is not None else scoring.PLUS_OU_MOINS_PENALTIES
    await table.say(lines.PLUS_OU_MOINS.format(theme=card.theme))
    for number, comparison in table.still_open("comparaison", card.comparisons):
        first, second = comparison.items
        await ask_one_of(table, card.theme, comparison.question, (first.label, second.label), penalties)
        line = lines.COMPARISON if number == 1 else lines.SECOND_COMPARISON
        await table.say(line.format(question=comparison.question, first=first.label, second=second.label), repeats=True)
        options = tuple(Option(item.label, (item.label, *item.also)) for item in comparison.items)
        await judged(table, f"comparaison{number}", options, comparison.right, comparison.right, comparison.why)
    return scoring.penalty_pair(penalties, table.progress.wrong)


async def info_intox(table: Table, card: InfoIntox) -> int:
    """N9: two statements, judged one after the other. N20: passing loses that statement only."""
    penalties = card.penalties if card.penalties is not None else scoring.INFO_INTOX_PENALTIES
    await table.say(lines.INFO_INTOX.format(theme=card.theme))
    for number, statement in table.still_open("affirmation", card.statements):
        line = lines.FIRST_STATEMENT if number == 1 else lines.SECOND_STATEMENT
        await ask_one_of(table, card.theme, statement.text, ("info", "intox"), penalties)
        await table.say(line.format(text=statement.text), repeats=True)
        told = lines.TRUTH[statement.truth]
        await judged(table, f"affirmation{number}", (INFO, INTOX), statement.truth, told, statement.why)
    return scoring.penalty_pair(penalties, table.progress.wrong)


async def cauchemar(table: Table, card: Cauchemar) -> int:
    """N10: five true/false questions, one per theme; the first error stops the turn."""
    penalty = card.penalty if card.penalty is not None else scoring.CAUCHEMAR_PENALTY
    await table.say(lines.CAUCHEMAR.format(penalty=penalty))
    for number, claim in table.still_open("question", card.claims):
        await ask_one_of(table, f"{claim.theme}  ({number}/{len(card.claims)})", claim.text, ("vrai", "faux"), penalty)
        await table.say(lines.CLAIM.format(theme=claim.theme, text=claim.text), repeats=True)
        told = lines.TRUTH[claim.truth]
        if not await judged(table, f"question{number}", (TRUE, FALSE), claim.truth, told, claim.why):
            return scoring.penalty_single(penalty, right=False)
    await table.say(lines.CAUCHEMAR_SURVIVED)
    return 0


async def ask_one_of(
    table: Table, theme: str, question: str, proposals: tuple[str, ...], penalty: int | tuple[int, int]
) -> None:
    """Put a question of several on the screen, and the verdict of the one before away."""
    told = f"−{penalty}" if isinstance(penalty, int) else f"−{penalty[0]} ou −{penalty[1]}"
    await table.show(theme=theme, question=question, proposals=proposals, penalty=told, heard="", right=None, answer="")


async def judged(table: Table, name: str, options: tuple[Option, ...], truth: str, told: str, why: str) -> bool:
    """One question of several: asked, judged, told, and not asked again after a coming (G4)."""
    reply = await table.choose(name, options)
    right = isinstance(reply, Chosen) and reply.option == truth
    table.progress.judged[name] = right
    await verdict(table, reply, right, told, why)
    return right


async def verdict(
    table: Table, reply: Answer | Chosen | Passed | Silence, right: bool, answer: str, why: str = ""
) -> None:
    """Tell whether it was right, why not, the right answer if that was missed, and what is worth knowing of it."""
    heard = "" if isinstance(reply, Silence) else getattr(reply, "heard", "")
    await table.show(heard=heard, right=right, answer=f"{answer} {why}".strip())
    match reply:
        case Silence():
            judged = lines.pick(lines.TIME_OVER, table.turn)
        case Passed():
            judged = lines.pick(lines.PASSED, table.turn)
        case _:
            judged = lines.pick(lines.RIGHT if right else lines.WRONG, table.turn)
    await table.say(judged, sound="juste" if right else "faux")
    if why:
        await table.say(f"{answer} {why}" if answer in lines.TRUTH.values() else why)
    elif not right:
        await table.say(lines.THE_ANSWER.format(answer=answer))
