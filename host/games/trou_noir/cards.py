"""How each type of card is asked. Every function returns the penalty of the turn; 0 is a correct turn (N12)."""

from content.schema import Card, Double, InfoIntox, Roulette
from host.dialogue.asking import SettledAnswer, SettledChoice, ask, choose
from host.dialogue.expectation import Option
from host.dialogue.replies import Answer, Chosen, Passed, Silence
from host.dialogue.requests import Ask, Choose, Draw
from host.games.trou_noir import lines, scoring
from host.games.trou_noir.table import Table

INFO = Option("info", ("info", "vrai", "c'est une info", "c'est vrai", "oui", "exact"), letter_and_rank=False)
INTOX = Option("intox", ("intox", "faux", "c'est une intox", "c'est faux", "non", "mensonge"), letter_and_rank=False)


async def play_card(table: Table, card: Card) -> int:
    match card:
        case Double():
            return await double(table, card)
        case Roulette():
            return await roulette(table, card)
        case InfoIntox():
            return await info_intox(table, card)


async def double(table: Table, card: Double) -> int:
    """N5: the player chooses one of two themes, then answers that question only."""
    question = card.questions[await chosen_theme(table, card)]
    await table.show(theme=question.theme, question=question.question, proposals=(), penalty=f"−{question.penalty}")
    await table.say(lines.THEME.format(theme=question.theme))
    await table.say(question.question, repeats=True)
    expects = question.answer.expectation()
    reply = await ask(
        Ask(key=table.key("reponse"), to=table.seat, expects=expects, time_s=table.options.temps_reponse_s)
    )
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
    for key, line in (("theme", lines.DOUBLE), ("theme.redit", lines.DOUBLE_AGAIN)):
        await table.say(line.format(seat=table.seat, **named), repeats=True)
        reply = await choose(
            Choose(key=table.key(key), to=table.seat, options=options, time_s=table.options.temps_reponse_s)
        )
        if isinstance(reply, Chosen):
            return int(reply.option)
    drawn = int((await Draw(key=table.key("theme.tire"), among=("0", "1"))).value)
    await table.say(lines.DOUBLE_DRAWN.format(theme=card.questions[drawn].theme))
    return drawn


async def roulette(table: Table, card: Roulette) -> int:
    """N7: four proposals, named by content, letter or number. Their order is drawn."""
    order = await Draw(key=table.key("ordre"), among=tuple(p.label for p in card.proposals), count=len(card.proposals))
    proposals = {p.label: p for p in card.proposals}
    options = tuple(Option(label, (label, *proposals[label].also)) for label in order.values)
    penalty = card.penalty if card.penalty is not None else scoring.ROULETTE_PENALTY
    await table.show(
        theme=card.theme,
        question=card.question,
        penalty=f"−{penalty}",
        proposals=tuple(f"{letter}. {label}" for letter, label in zip("ABCD", order.values, strict=True)),
    )
    await table.say(lines.ROULETTE.format(penalty=penalty, question=card.question), repeats=True)
    await table.say(lines.PROPOSALS.format(*order.values), repeats=True)
    reply = await choose(
        Choose(key=table.key("reponse"), to=table.seat, options=options, time_s=table.options.temps_reponse_s)
    )
    right = isinstance(reply, Chosen) and reply.option == card.right
    await verdict(table, reply, right, card.right)
    return scoring.penalty_single(penalty, right)


async def info_intox(table: Table, card: InfoIntox) -> int:
    """N9: two statements, judged one after the other. N20: passing loses that statement only."""
    penalties = card.penalties if card.penalties is not None else scoring.INFO_INTOX_PENALTIES
    await table.say(lines.INFO_INTOX.format(theme=card.theme))
    wrong = 0
    for number, statement in enumerate(card.statements, 1):
        line = lines.FIRST_STATEMENT if number == 1 else lines.SECOND_STATEMENT
        await table.show(
            theme=card.theme,
            question=statement.text,
            proposals=("info", "intox"),
            penalty=f"−{penalties[0]} ou −{penalties[1]}",
            heard="",
            right=None,
            answer="",
        )
        await table.say(line.format(text=statement.text), repeats=True)
        reply = await choose(
            Choose(
                key=table.key(f"affirmation{number}"),
                to=table.seat,
                options=(INFO, INTOX),
                time_s=table.options.temps_reponse_s,
            )
        )
        right = isinstance(reply, Chosen) and reply.option == statement.truth
        wrong += not right
        await verdict(table, reply, right, f"{lines.TRUTH[statement.truth]} {statement.why}")
    return scoring.penalty_pair(penalties, wrong)


async def verdict(table: Table, reply: SettledAnswer | SettledChoice, right: bool, answer: str) -> None:
    """Tell whether it was right, why not, and the right answer."""
    heard = "" if isinstance(reply, Silence) else getattr(reply, "heard", "")
    await table.show(heard=heard, right=right, answer=answer)
    match reply:
        case Silence():
            judged = lines.pick(lines.TIME_OVER, table.turn)
        case Passed():
            judged = lines.pick(lines.PASSED, table.turn)
        case _:
            judged = lines.pick(lines.RIGHT if right else lines.WRONG, table.turn)
    await table.say(judged, sound="juste" if right else "faux")
    if answer.startswith(tuple(lines.TRUTH.values())):
        await table.say(answer)
    elif not right:
        await table.say(lines.THE_ANSWER.format(answer=answer))
