"""What a journal led to, found by replaying it as far as it fits."""

from collections.abc import Callable, Sequence

from host.dialogue.requests import Request, Show, View
from host.session.journal import Entry
from host.session.loop import Script


def last_view(script: Callable[[], Script], entries: Sequence[Entry]) -> View | None:
    """The last view that the game showed before the journal ends or no longer fits; None when there was none."""
    view: View | None = None
    game = script()
    try:
        request = game.send(None)
        for entry in entries:
            assert isinstance(request, Request)
            if (request.key, type(request).__name__) != (entry.key, entry.kind):
                break
            if isinstance(request, Show):
                view = request.view
            request = game.send(entry.reply)
    except StopIteration:
        pass
    finally:
        game.close()
    return view
