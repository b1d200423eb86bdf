"""Which of a closed set of options was named: by its words, its place or its letter."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from host.answers.carriers import is_pass, stages, trim, unhesitating
from host.answers.clauses import Words, after_being, claims
from host.answers.forms import ARTICLES, Form, form, variants
from host.answers.judge import JudgedLine, Verdict, judge, last_claim, said
from host.answers.match import Rank, compare
from host.answers.normalise import Word, keep_accents
from host.answers.numbers import merged
from host.answers.references import explicit, lone_letter, loose
from host.answers.sounds import Sounds
from host.answers.typed import sides, truth
from host.dialogue.expectation import Expectation, Kind, Option

WHICH = "Laquelle des propositions ?"


@dataclass(frozen=True)
class Scored:
    """The options that fit best, and how well."""

    rank: Rank
    options: tuple[Option, ...]


@lru_cache(maxsize=512)
def _forms(options: tuple[Option, ...], sounds: Sounds | None) -> tuple[tuple[Option, tuple[Form, ...]], ...]:
    return tuple(
        (
            option,
            tuple(form(one, sounds) for line in option.forms for one in (variants(line, Kind.TITLE) or (line,))),
        )
        for option in options
    )


def _accept(option: Option, why: str) -> Verdict:
    return Verdict("accept", option.id, f"Choix : {why}.")


def _ask(why: str) -> Verdict:
    return Verdict("ask_back", None, f"À préciser : {why}.", WHICH)


def _reject() -> Verdict:
    return Verdict("reject", None, "Aucune des propositions.")


def _by_words(found: Words, heard: str, options: tuple[Option, ...], sounds: Sounds | None) -> Scored:
    own = said(found, heard, sounds)
    ranked: list[tuple[Rank, Option]] = []
    for option, forms in _forms(options, sounds):
        # A lone given name may be enough among few: whether it is, the other options decide.
        ranked.append((max((compare(own, one, Kind.TEXT).rank for one in forms), default=Rank.NONE), option))
    best = max(rank for rank, _ in ranked)
    if best is Rank.NONE:
        return Scored(best, ())
    # A slip of one option may be another's exact words: only the best rank counts.
    return Scored(best, tuple(option for rank, option in ranked if rank == best))


def _contained(found: Words, options: tuple[Option, ...], sounds: Sounds | None) -> tuple[Option, ...]:
    """Options whose words are all said in a row, longest first, no word used twice."""
    keys = [word.key for word in found if word.key != ","]
    spans = sorted(
        (
            (len(one.content), at, option)
            for option, forms in _forms(options, sounds)
            for one in forms
            for at in _places(keys, one)
        ),
        key=lambda span: (-span[0], span[1]),
    )
    taken: set[int] = set()
    named: list[Option] = []
    for length, at, option in spans:
        places = set(range(at, at + length))
        if not places & taken:
            taken |= places
            if option not in named:
                named.append(option)
    return tuple(named)


def _places(keys: list[str], one: Form) -> list[int]:
    wanted = list(one.content)
    plain = [key for key in keys if key not in ARTICLES or key in wanted]
    if not wanted or len("".join(wanted)) < 2:
        return []
    return [i for i in range(len(plain) - len(wanted) + 1) if plain[i : i + len(wanted)] == wanted]


def _by_place(found: Words, options: tuple[Option, ...], sure: bool) -> Option | None:
    if not all(option.letter_and_rank for option in options):
        return None
    place = explicit(found, len(options)) if sure else loose(found)
    return options[place] if place is not None and 0 <= place < len(options) else None


def _by_truth(heard: str, options: tuple[Option, ...]) -> Verdict | None:
    """ "Ouais" is "oui", "c'est pas faux" is "vrai", where the options are just that."""
    values = {truth(option.label): option for option in options if len(option.label.split()) == 1}
    if len(options) != 2 or set(values) != {True, False}:
        return None
    value = truth(heard)
    if value is None and all(sides(heard)):
        value = truth(last_claim(heard))
        if value is None:
            return _ask("les deux à la fois")
    return None if value is None else _accept(values[value], "oui ou non")


def _one(found: Words, heard: str, options: tuple[Option, ...], sounds: Sounds | None) -> Verdict:
    """One claim against the options."""
    sure = _by_place(found, options, sure=True)
    words = _by_words(found, heard, options, sounds)
    if sure:
        other = [option for option in words.options if words.rank >= Rank.SAME and option is not sure]
        return _ask("deux propositions") if other else _accept(sure, "par sa place")
    if words.rank >= Rank.SAME and len(words.options) == 1:
        return _accept(words.options[0], "par ses mots")
    place = _by_place(found, options, sure=False)
    if place:
        return _accept(place, "par sa place")
    named = _contained(found, options, sounds)
    placed = {option for part in _pieces(found) if (option := _by_place(part, options, sure=True))}
    if len(set(named) | placed) > 1:
        return _ask("plusieurs propositions")
    if named:
        return _accept(named[0], "par ses mots")
    if placed:
        return _accept(placed.pop(), "par sa place")
    if words.rank is Rank.NONE:
        return _reject()
    if len(words.options) > 1:
        return _ask("plusieurs propositions possibles")
    if words.rank is Rank.DOUBT and not _part_of(found, words.options[0], sounds):
        return _ask("proposition mal entendue")
    return _accept(words.options[0], "au plus proche")


def _pieces(found: Words) -> list[Words]:
    pieces: list[Words] = []
    current: list[Word] = []
    for word in found:
        if word.key == ",":
            pieces.append(tuple(current))
            current = []
        else:
            current.append(word)
    return [piece for piece in [*pieces, tuple(current)] if piece]


def _part_of(found: Words, option: Option, sounds: Sounds | None) -> bool:
    """Whether every word said belongs to the option: enough where no other option has it."""
    keys = {word.key for word in found if word.key != "," and word.key not in ARTICLES}
    forms = next(forms for other, forms in _forms((option,), sounds) if other == option)
    return bool(keys) and any(keys <= set(one.content) for one in forms)


def choose(options: Sequence[Option], heard: str, sounds: Sounds | None = None) -> Verdict:
    """The option named: `matched` is its id. Two in one breath are asked back; nothing that fits is a reject."""
    options = tuple(options)
    if not options:
        raise ValueError("choose() needs at least one option")
    found = trim(unhesitating(merged(heard)))
    if not found:
        return _reject()
    by_truth = _by_truth(heard, options)
    if by_truth:
        return by_truth
    for stage in stages(found):
        exact = _exact(stage, heard, options, sounds)
        if exact:
            return exact
    lone = lone_letter(found)
    if lone is not None and lone < len(options) and all(option.letter_and_rank for option in options):
        return _accept(options[lone], "par sa lettre")
    placed = _by_place(found, options, sure=True)
    if placed is not None and not _by_words(found, heard, options, sounds).options:
        return _accept(placed, "par sa place")  # "réponse C" is no "c'est" cut short
    if is_pass(heard):
        return _reject()
    claimed = claims(found)
    if not claimed.offered:
        about = [_one(part, heard, options, sounds) for part in claimed.denied]
        return _ask("ce que ce n'est pas") if any(v.verdict != "reject" for v in about) else _reject()
    verdicts = [_one(part, heard, options, sounds) for part in claimed.offered]
    if len(verdicts) == 1 and verdicts[0].verdict == "reject" and (last := after_being(claimed.offered[0])):
        return _one(last, heard, options, sounds)
    chosen = {v.matched for v in verdicts if v.verdict == "accept"}
    doubts = [v for v in verdicts if v.verdict == "ask_back"]
    if len(chosen) > 1 or (doubts and chosen):
        return _ask("plusieurs propositions")
    if chosen:
        return next(v for v in verdicts if v.verdict == "accept")
    return doubts[0] if doubts else _reject()


def _exact(found: Words, heard: str, options: tuple[Option, ...], sounds: Sounds | None) -> Verdict | None:
    """Word for word one option, and no other one."""
    own = said(found, heard, sounds)
    for same in (
        [o for o, forms in _forms(options, sounds) if any(one.accented == keep_accents(own.text) for one in forms)],
        [o for o, forms in _forms(options, sounds) if any(one.keys == own.keys for one in forms)],
    ):
        if len(same) == 1 and own.keys:
            return _accept(same[0], "mot pour mot")
    return None


def judge_line(
    answer: str, heard: str, accept: list[str], reject: list[str], kind: Kind, sounds: Sounds | None
) -> JudgedLine:
    """One judgement as a line of data.

    For CHOICE the answer (said in any accepted form) and each reject are the options, in that order: another option
    chosen is a wrong answer.
    """
    if kind is not Kind.CHOICE:
        verdict = judge(Expectation(kind, (answer, *accept), tuple(reject)), heard, sounds)
        return {"verdict": verdict.verdict, "matched": verdict.matched, "why": verdict.why}
    options = [Option(answer, (answer, *accept)), *(Option(other, (other,)) for other in reject)]
    chosen = choose(options, heard, sounds)
    if chosen.verdict == "accept" and chosen.matched != answer:
        return {"verdict": "reject", "matched": None, "why": f"Autre proposition : « {chosen.matched} »."}
    return {"verdict": chosen.verdict, "matched": chosen.matched, "why": chosen.why}
