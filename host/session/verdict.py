"""E6: the table judges instead of the host, with keys."""

from dataclasses import replace

from host.dialogue.asking import RIGHT, WRONG
from host.dialogue.expectation import Option
from host.dialogue.replies import Answer, Chosen, Reply
from host.dialogue.requests import Ask, Choose
from host.session import lines
from host.session.front import Front, Listen

VERDICT_TIME_S = 60.0


async def table_verdict(front: Front, request: Listen, reply: Reply) -> Reply | None:
    """What the table makes of a reply: a new one with `via` "table"; None when it does not decide in time."""
    heard = getattr(reply, "heard", "") or "rien"
    if isinstance(request, Ask):
        await front.note(lines.CONTESTED.format(heard=heard))
        options: tuple[Option, ...] = (RIGHT, WRONG)
    else:
        await front.note(lines.WHICH_ONE.format(heard=heard))
        options = request.options
    asked = Choose(key=f"{request.key}.table", options=options, keys_only=True, time_s=VERDICT_TIME_S)
    chosen = await front.listen(asked, VERDICT_TIME_S)
    if not isinstance(chosen, Chosen):
        return None
    if isinstance(reply, Answer):
        return replace(reply, right=chosen.option == RIGHT.id, why="la table a tranché", via="table")
    return replace(chosen, heard=heard, via="table")
