"""What the audio libraries write to the error stream by themselves, kept off the screen that the party looks at.

PortAudio has been seen to write one line for ever, a hundred megabytes a second, when a sound server dies at the wrong
moment.
"""

import contextlib
import logging
import os
import threading
from collections.abc import Iterator

log = logging.getLogger(__name__)

_THEIRS = (b"Expression '", b"ALSA lib", b"Connection failure", b"Stream error", b"Cannot connect to server", b"jack")
_MOST_LOGGED = 50


@contextlib.contextmanager
def hushed() -> Iterator[None]:
    """Meanwhile the error stream passes through here: the libraries' lines go to the log, the first ones only."""
    screen = os.dup(2)
    reading, writing = os.pipe()
    os.dup2(writing, 2)
    os.close(writing)
    passing = threading.Thread(target=_pass_on, args=(reading, screen), name="error stream", daemon=True)
    passing.start()
    try:
        yield
    finally:
        os.dup2(screen, 2)
        passing.join(1.0)
        if not passing.is_alive():  # a child process may still hold the other end
            os.close(screen)


def _pass_on(reading: int, screen: int) -> None:
    logged = 0
    with os.fdopen(reading, "rb", 0) as lines:
        for line in lines:
            if not line.startswith(_THEIRS):
                os.write(screen, line)
            elif logged < _MOST_LOGGED:
                logged += 1
                log.debug("%s", line.decode(errors="replace").rstrip())
