"""A first name that nobody expected: what is left of a sentence that gives one."""

import re

_AROUND = re.compile(
    r"^(?:(?:euh+|alors|eh bien|ben|bonjour|salut|c['’]est|moi c['’]est|moi|je m['’]appelle|je suis|il s['’]appelle"
    r"|elle s['’]appelle|son prénom c['’]est|le prénom c['’]est|mon prénom c['’]est)[ ,]+)+",
    re.IGNORECASE,
)
_NO_NAMES = ("euh", "oui", "non", "personne", "c'est", "c’est", "moi", "rien", "attends")
_NAME = re.compile(r"[^\W\d_]+(?:[-'’ ][^\W\d_]+){0,2}")


def given_name(text: str) -> str | None:
    """The name in "moi c'est Chloé"; None where there is no name or too much of it (three words at most)."""
    left = _AROUND.sub("", text.strip()).strip(" .,!?…")
    if not _NAME.fullmatch(left) or left.casefold() in _NO_NAMES or " et " in left:
        return None
    return " ".join("-".join(part.capitalize() for part in word.split("-")) for word in left.split())
