"""Answers judged by value: numbers, years, true or false."""

import re
from dataclasses import dataclass
from fractions import Fraction

from host.answers.carriers import joined
from host.answers.forms import aloud, pronounced
from host.answers.match import PRECISE, Match, Rank
from host.answers.normalise import Word, compose, words
from host.answers.numbers import find, merged, spell
from host.answers.sounds import Sounds, distance

_ZERO = frozenset(["aucun", "aucune", "nul", "nulle", "jamais", "personne", "rien"])
_BEFORE_OUR_ERA = re.compile(r"\bavant (?:j c|jesus christ|jesus|notre ere|jc|j)\b|\bav j c\b|\bav jc\b")
_BOUND = re.compile(
    r"\b(?:plus d|plus de|moins d|moins de|au moins|au plus|presque|pas loin d|pas loin de|entre|jusqu a)\b"
)
_FAMILIES = (
    "kilometres metres centimetres millimetres miles",
    "kilogrammes kilos grammes tonnes",
    "secondes minutes heures jours semaines mois ans annees siecles",
    "euros dollars francs",
    "litres centilitres millilitres",
    "degres pourcent",
)
_UNITS = {unit: family for family, text in enumerate(_FAMILIES) for unit in text.split()}
_SAME_UNIT = {"kilos": "kilogrammes", "annees": "ans"}


@dataclass(frozen=True)
class Amount:
    """A value with the unit said after it, if any; `bound`: more, less or between."""

    value: Fraction
    unit: str | None = None
    bound: bool = False


def _unit(key: str) -> str | None:
    plural = key if key.endswith("s") or key == "pourcent" else key + "s"
    return _SAME_UNIT.get(plural, plural) if plural in _UNITS else None


def amounts(found: tuple[Word, ...]) -> tuple[Amount, ...]:
    """Every amount in merged words; a lone "un" counts if there is no other number."""
    keys = [word.key for word in found]
    text = joined(found)
    before_era, bound = bool(_BEFORE_OUR_ERA.search(text)), bool(_BOUND.search(text))
    out = []
    for i, key in enumerate(keys):
        if not key.startswith("#"):
            continue
        value = Fraction(key[1:])
        negative = before_era or (i > 0 and keys[i - 1] in ("moins", "minus") and keys[i - 2 : i - 1] != ["au"])
        unit = _unit(keys[i + 1]) if i + 1 < len(keys) else None
        out.append(Amount(-value if negative else value, unit, bound))
    if not out:
        out = [Amount(number.value, None, bound) for number in find(tuple(keys))]
    if not out:
        out = [Amount(one) for key in keys if (one := _single(key)) is not None]
    return tuple(dict.fromkeys(out))


def _single(key: str) -> Fraction | None:
    if key in _ZERO:
        return Fraction(0)
    parts = {"demi": Fraction(1, 2), "moitie": Fraction(1, 2), "tiers": Fraction(1, 3), "quart": Fraction(1, 4)}
    if key in parts:
        return parts[key]
    whole = {
        "douzaine": 12,
        "dizaine": 10,
        "quinzaine": 15,
        "vingtaine": 20,
        "trentaine": 30,
        "centaine": 100,
        "millier": 1000,
    }
    return Fraction(whole[key]) if key in whole else None


def amount(text: str) -> Amount | None:
    """The one amount an answer's form holds; None if it holds none or several."""
    found = amounts(merged(text))
    return found[0] if len(found) == 1 else None


def pure_number(text: str) -> bool:
    """Whether a form is nothing but a number: it is then judged by value whatever its kind."""
    return re.fullmatch(r"[-−]?\d[\d \u00a0\u202f.,]*", compose(text).strip()) is not None


def compare_amount(heard: tuple[Word, ...], answer: str, year: bool, sounds: Sounds | None) -> Match:
    right = amount(answer)
    if right is None:
        return Match(Rank.NONE, "la réponse n'est pas un nombre")
    said = amounts(heard)
    if not said:
        return _by_sound(heard, right, sounds)
    if year and len(said) > 1 and abs(right.value) > 31:
        years = tuple(one for one in said if abs(one.value) > 31)
        said = years or said
    equal = [one for one in said if one.value == right.value]
    if equal and len({one.value for one in said}) == 1:
        one = equal[0]
        if one.unit and right.unit and one.unit != right.unit:
            return Match(Rank.NONE, "autre unité")
        if one.bound:
            return Match(Rank.DOUBT, "nombre approché", "Quel nombre exactement ?")
        return Match(Rank.SAME, "même nombre")
    if equal:
        return Match(Rank.DOUBT, "plusieurs nombres", "Un seul nombre : lequel ?")
    values = {one.value for one in said}
    if (year or right.value <= 2100) and right.value >= 1000:
        if any(0 <= v < 100 and v == right.value % 100 for v in values):
            return Match(Rank.DOUBT, "année sans le siècle", "Quelle année exactement ?")
    if any(v == -right.value for v in values):
        return Match(Rank.DOUBT, "au signe près", PRECISE if not year else "Avant ou après Jésus-Christ ?")
    return Match(Rank.NONE, "autre nombre")


def _by_sound(heard: tuple[Word, ...], right: Amount, sounds: Sounds | None) -> Match:
    """No number was written, but the words sound like the right one ("vin" for 20)."""
    if right.value.denominator != 1 or not 0 <= right.value < 10**6 or not heard:
        return Match(Rank.NONE, "pas de nombre")
    number = pronounced(spell(int(right.value)), sounds)
    said = pronounced(aloud(heard), sounds)
    if any(distance(a, b) <= 0.1 for a in said for b in number if abs(len(a) - len(b)) < 3):
        return Match(Rank.NEAR, "même son que le nombre")
    return Match(Rank.NONE, "pas de nombre")


TRUE = re.compile(
    r"\b(?:pas faux|vraie?|veridique|info|exacte?|exactement|correct|juste|realite|true|authentique|verite|verifie)\b"
)
FALSE = re.compile(
    r"\b(?:pas (?:du tout )?(?:vrai|exact|correct|juste)|faux|fausse|intox|mensonge|inexact|incorrect|false|fake|mytho"
    r"|bidon|invente|pipeau|n importe quoi|infox)\b"
)
YES = re.compile(
    r"\b(?:oui|ouais|ouaip|yes|yep|yeah|affirmatif|absolument|tout a fait|bien sur|evidemment|d accord|ok|okay"
    r"|ca marche|volontiers|carrement|c est ca|certainement|mouais|bien entendu)\b|^(?:mais )?si$|^oui si\b"
)
NO = re.compile(
    r"\b(?:non|nan|nope|negatif|pas du tout|jamais de la vie|surtout pas|absolument pas|certainement pas)\b"
    r"|\b(?:bien sur|evidemment) (?:que )?non\b|^(?:no|nom|noms|jamais)$"
)
_NOT_TRUE = re.compile(r"\bpas (?:du tout )?(?:vrai|exact|correct|juste)\b")


def sides(heard: str) -> tuple[bool, bool]:
    """(affirmed, denied); "vrai" and "faux" outweigh "oui" and "non"."""
    text = " ".join(word.key for word in words(compose(heard)) if word.key != ",")
    affirmed = TRUE.search(_NOT_TRUE.sub("", text)) is not None
    denied = FALSE.search(re.sub(r"\bpas faux\b", "", text)) is not None
    if affirmed or denied:
        return affirmed, denied
    return YES.search(NO.sub("", text)) is not None, NO.search(text) is not None


def truth(heard: str) -> bool | None:
    """True, False, or None when the words say neither or both."""
    affirmed, denied = sides(heard)
    return affirmed if affirmed != denied else None
