"""E6: the table judges instead of the host, with keys."""

from dataclasses import replace

from host.dialogue.asking import RIGHT, WRONG
from host.dialogue.expectation import Option
from host.dialogue.replies import Answer, Chosen, Enumerated, Reply
from host.dialogue.requests import Ask, Choose, Enumerate
from host.session import lines
from host.session.front import Front, Listen

VERDICT_TIME_S = 60.0


async def table_verdict(front: Front, request: Listen | Enumerate, reply: Reply) -> Reply | None:
    """What the table makes of a reply: a new one with `via` "table".

    None, and the host says why, when the table has spoken already or does not decide in time.
    """
    by_keys = isinstance(request, Choose) and request.keys_only
    if by_keys or getattr(reply, "via", None) == "table":
        await front.note(lines.TABLE_HAS_SPOKEN)
        return None
    heard = getattr(reply, "heard", "") or "rien"
    if isinstance(request, Ask):
        await front.note(lines.CONTESTED.format(heard=heard))
        options: tuple[Option, ...] = (RIGHT, WRONG)
    elif isinstance(request, Enumerate):
        count = reply.count if isinstance(reply, Enumerated) else 0
        await front.note(lines.HOW_MANY.format(count=count, wanted=request.wanted))
        options = tuple(Option(str(n), (str(n),), letter_and_rank=False) for n in range(request.wanted + 1))
    else:
        await front.note(lines.WHICH_ONE.format(heard=heard))
        options = request.options
    asked = Choose(key=f"{request.key}.table", options=options, keys_only=True, time_s=VERDICT_TIME_S)
    chosen = await front.listen(asked, VERDICT_TIME_S)
    if not isinstance(chosen, Chosen):
        await front.note(lines.VERDICT_STANDS)
        return None
    if isinstance(request, Ask):
        given = reply if isinstance(reply, Answer) else Answer(heard, right=False, started_s=chosen.started_s)
        return replace(given, right=chosen.option == RIGHT.id, why="la table a tranché", via="table")
    if isinstance(reply, Enumerated):
        return replace(reply, count=int(chosen.option), via="table")
    return replace(chosen, heard=heard, via="table")
