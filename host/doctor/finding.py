"""One thing that the doctor found out, and the words that several checks share."""

from collections.abc import Callable
from dataclasses import dataclass

KEYBOARD = "en attendant, on joue au clavier"
AGAIN = "relancez « make play », qui réinstalle ce qui manque"

#: Given a line for the people at the machine while a check goes on, such as "parlez".
Told = Callable[[str], None]


@dataclass(frozen=True)
class Finding:
    """`ok` None: neither good nor bad, such as something optional that is not there. `remedy` says what to do."""

    ok: bool | None
    what: str
    detail: str
    remedy: str = ""


def number(value: float, digits: int = 1) -> str:
    return f"{value:.{digits}f}".replace(".", ",")


def decibels(value_db: float) -> str:
    return f"{round(value_db)} dB".replace("-", "−")
