"""A rough reading of French spelling, for comparing how two texts sound when no synthesiser is at hand."""

import re

from num2words import num2words

from content.text import fold

#: Spelling → one sign per sound, longest first. Enough to tell "poison" from "poisson"; not a pronunciation.
_RULES = [
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"[stdxp]\b(?<=\w\w\w)", ""),
        (r"eaux?|aux?", "o"),
        (r"ph", "f"),
        (r"qu|ck|ch(?=[rl])|c(?![eiyh])", "k"),
        (r"c(?=[eiy])|ss", "S"),
        (r"ch", "$"),
        (r"(?<=[aeiouy])s(?=[aeiouy])", "z"),
        (r"g(?=[eiy])", "j"),
        (r"gu(?=[eiy])", "g"),
        (r"ou", "u"),
        (r"oi", "wa"),
        (r"(?:ain|aim|ein|in|im|un|um)(?![aeiouy])", "1"),
        (r"ai|ei|(?<=\w\w)er\b|ez\b", "e"),
        (r"(?:an|am|en|em)(?![aeiouy])", "2"),
        (r"(?:on|om)(?![aeiouy])", "3"),
        (r"y", "i"),
        (r"h|e\b", ""),
        (r"S", "s"),
        (r"([a-z])\1", r"\1"),
        (r" +", ""),
    )
]


def spelled_sounds(text: str) -> str:
    """One sign per sound. Numbers are read in words."""
    sounds = fold(re.sub(r"\d{1,12}", lambda number: f" {num2words(int(number[0]), lang='fr')} ", text))
    for pattern, sound in _RULES:
        sounds = pattern.sub(sound, sounds)
    return sounds
