"""Words that are one word in two forms: plural and singular, feminine and masculine."""

from functools import lru_cache

_PAIRS = (  # masculine or singular ending, feminine or plural ending
    ("", "s"),
    ("", "x"),
    ("al", "aux"),
    ("ail", "aux"),
    ("eur", "euse"),
    ("teur", "trice"),
    ("if", "ive"),
    ("er", "ere"),
    ("eux", "euse"),
    ("eau", "elle"),
    ("c", "que"),
    ("x", "se"),
    ("f", "ve"),
    ("", "esse"),
    ("e", "esse"),
)
_DOUBLED = frozenset("tnls")
#: Short adjectives whose feminine only adds an e; for other short words a final e makes another word (port, porte).
_SHORT = frozenset(
    [
        "vert",
        "gris",
        "rond",
        "grand",
        "petit",
        "chaud",
        "froid",
        "mort",
        "droit",
        "brun",
        "bleu",
        "noir",
        "plat",
        "court",
        "lourd",
        "fort",
        "blond",
        "ouvert",
    ]
)
_FIXED = frozenset({("blanc", "blanche"), ("roux", "rousse"), ("doux", "douce"), ("oeil", "yeux"), ("sec", "seche")})


def _pair(short: str, long: str) -> bool:
    if (short, long) in _FIXED:
        return True
    for one, other in _PAIRS:
        stem = long.removesuffix(other)
        if stem != long and short == stem + one and len(stem) >= (2 if one in ("", "teur") else 3):
            return True
    if long == short + "e":
        return short in _SHORT or len(short) >= 6 or short[-1:] in "ieu"
    return len(short) >= 3 and short[-1] in _DOUBLED and long == short + short[-1] + "e"


@lru_cache(maxsize=8192)
def same_word(a: str, b: str) -> bool:
    """Whether two folded words differ by number or gender only."""
    if a == b:
        return True
    for one in {a, a.removesuffix("s")}:
        for other in {b, b.removesuffix("s")}:
            short, long = sorted((one, other), key=len)
            if one == other or (len(short) > 1 and _pair(short, long)):
                return True
    return False
