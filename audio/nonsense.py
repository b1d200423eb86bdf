"""What recognisers write when nobody spoke: subtitles' credits, one phrase over and over."""

import re

REPEATS = 5

_WORDS = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_STUTTER = re.compile(r"([^\W\d_]{1,4}?)\1{5,}")  # letters only: a million has six zeros
_BRACKETED = re.compile(r"\[[^\]]*\]|\([^)]*\)|\*[^*]*\*")  # "[Musique]", "(rires)", "*Applaudissements*"

#: Found anywhere in a transcript, these come from the subtitles that Whisper learned from.
_CREDITS = re.compile(
    r"sous[- ]?titr(?:es|age|eur)\b.{0,40}(?:réalisé|communauté|amara|société|radio|st['’ ]|par\b|\.com)"
    r"|amara\.org|soustitreur|radio-canada"
    r"|merci d['’]avoir (?:regardé|écouté|visionné|suivi)"
    r"|abonnez[- ]vous|n['’]oubliez pas de (?:vous abonner|liker)"
    r"|thank(?:s| you) for watching|cliquez sur la cloche",
    re.IGNORECASE,
)


def is_nonsense(text: str) -> bool:
    """Whether a transcript says nothing that a player can have said (empty text included)."""
    words = _WORDS.findall(_BRACKETED.sub(" ", text).lower())
    return not words or bool(_CREDITS.search(text)) or _repeats(words) or any(_STUTTER.search(w) for w in words)


def _repeats(words: list[str]) -> bool:
    """Whether a phrase of whatever length comes REPEATS times or more in a row."""
    for length in range(1, len(words) // REPEATS + 1):
        same = 0
        for here, next_ in zip(words, words[length:], strict=False):
            same = same + 1 if here == next_ and not here.isdigit() else 0
            if same >= length * (REPEATS - 1):
                return True
    return False
