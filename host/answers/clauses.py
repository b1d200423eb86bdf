"""What an utterance claims: corrections ("Lyon, non, Marseille"), alternatives ("Lyon ou Marseille"), denials."""

import re
from dataclasses import dataclass
from functools import lru_cache

from host.answers.carriers import is_pass, joined, once, stages, strip_lead, strip_tail, trim
from host.answers.normalise import Word

Words = tuple[Word, ...]

_CORRECTION = re.compile(
    r"(?<= )(?:, )?(?:(?:ah |euh |oh |mais |ou |et |eh )?(?:non|nan)(?: non| pardon| attends| attendez"
    r"| pas du tout| plutot| en fait"
    r"| enfin| je (?:me suis trompee?|me trompe|corrige|voulais dire|veux dire| dirais))*|pardon(?: non)?|excusez? moi"
    r"|je (?:veux|voulais) dire|ou plutot|enfin (?:plutot|non)|, plutot|, enfin|, euh non|attends|attendez|je me trompe"
    r"|je me suis trompee?|je (?:me )?corrige|rectification|pas du tout|n importe quoi|, en fait|, finalement"
    r"|finalement"
    r"|sorry|oups|, donc non)(?: ,)?(?= )(?! (?:plus|non)\b)"
)
_ALTERNATIVE = re.compile(r"(?<= )(?:, )?(?:ou bien|ou alors|ou peut etre|ou|soit|or)(?= )")
_DENIAL = re.compile(
    r"(?:^|(?<= ))(?:(?:mais )?(?:ca |ce |c |il |elle |moi )?(?:n )?(?:est |etait |sera |serait |peut )?(?:etre )?"
    r"(?:surtout |surement |certainement |absolument |vraiment |sans doute |evidemment |forcement |en tout cas |plus )?"
    r"(?<!\bpeut etre )pas(?: du tout| vraiment| forcement)?|tout sauf|sauf|rien a voir avec|ni|ne serait pas"
    r"|en aucun cas|jamais|et pas|mais pas|plutot pas)(?= )"
)
_RESUMED = re.compile(r"(?<= )(?:, )?(?:mais(?: plutot| bien)?|c est|c etait|ce serait|plutot|,)(?= )")

_CLEFT = re.compile(r"^(?:[a-z]+ ){0,4}c (?:est|etait) ")
_RELATIVE = re.compile(r"(?<= )(?:, )?qui (?:a|ont|l a|est|etait|avait|fut|s est|joue|chante|fait)(?= |$)")


@dataclass(frozen=True)
class Claims:
    """`offered`: the answers that stand, one or more in one breath. `denied`: what it is said not to be."""

    offered: tuple[Words, ...]
    denied: tuple[Words, ...] = ()


_BEING = re.compile(r"(?<= )(?:, )?(?:c est|c etait|ce serait|s appelle|s appelait|se nomme)(?= )")


def after_being(found: Words) -> Words:
    """ "la capitale, c'est Canberra" → "Canberra"; empty where nothing of the kind is said."""
    rest = found
    last: Words = ()
    while match := _BEING.search(joined(rest)):
        rest = last = _cut(rest, match)[1]
    return stages(last)[-1] if last else ()


def _before_relative(found: Words) -> Words:
    """ "c'est Vivaldi qui a écrit ça" → "c'est Vivaldi"."""
    match = _RELATIVE.search(joined(found)) if _CLEFT.search(joined(found)) else None
    return _cut(found, match)[0] if match else found


def _cut(found: Words, match: re.Match[str]) -> tuple[Words, Words]:
    """The words before and after a match in their joined text."""
    text = joined(found)
    return trim(found[: text[: match.start()].count(" ")]), trim(found[text[: match.end()].count(" ") + 1 :])


def _bare(found: Words) -> Words:
    return stages(found)[-1] if found else found


def _empty(found: Words) -> bool:
    """Only carriers and fillers: they add nothing when something follows."""
    if not found:
        return True
    padded = (*found, Word("§", 0, 0, "§"))
    return joined(stages(padded)[-1]) == "§" or is_pass(joined(found))


def last_said(found: Words) -> Words:
    """What stands after the last correction."""
    rest = found
    while match := _CORRECTION.search(joined(rest)):
        before, after = _cut(rest, match)
        if not after or _empty(after):
            return before if not is_pass(joined(after)) else after
        if not before:
            return after if after != rest else rest
        rest = after
    return rest


def after_corrections(found: Words) -> list[Words]:
    """Everything that stands after a correction, longest first: it may be an answer that looks like a filler."""
    out, rest = [], trim(found)
    while match := _CORRECTION.search(joined(rest)):
        rest = _cut(rest, match)[1]
        out.append(rest)
    return [part for part in out if part]


def _denials(found: Words) -> tuple[Words, list[Words]]:
    """(what is claimed, what is denied)."""
    match = _DENIAL.search(joined(found))
    if not match or joined(found)[match.start() :].startswith("pas mal"):
        return found, []
    before, after = _cut(found, match)
    resumed = _RESUMED.search(joined(after)) if match.group().strip() != "ni" else None
    rest: Words = ()
    if resumed:
        after, rest = _cut(after, resumed)
    more: list[Words] = []
    if rest:
        rest, more = _denials(rest)
    claimed = rest if rest and not _empty(rest) else (() if _empty(before) else before)
    denied = [trim(part) for part in _parts(after, re.compile(r"(?<= )(?:ni|ou|et pas)(?= )"))]
    return claimed, denied + more


def _parts(found: Words, pattern: re.Pattern[str]) -> list[Words]:
    parts, rest = [], found
    while match := pattern.search(joined(rest)):
        before, rest = _cut(rest, match)
        parts.append(before)
    return [part for part in [*parts, rest] if part]


@lru_cache(maxsize=1024)
def claims(found: Words) -> Claims:
    """Reads an utterance; stops count as pauses only."""
    said = _before_relative(last_said(trim(found)))
    # "je ne sais pas, Paris" doubts, it does not deny.
    while (shorter := strip_lead(said)) != said and not _DENIAL.match(joined(said)):
        said = shorter
    while (shorter := strip_tail(said)) != said:
        said = shorter
    claimed, denied = _denials(said)
    if joined(claimed).startswith("soit "):
        claimed = trim(claimed[1:])
    offered = tuple(dict.fromkeys(once(_bare(part)) for part in _parts(claimed, _ALTERNATIVE) if not _empty(part)))
    return Claims(offered, tuple(part for part in denied if part))
