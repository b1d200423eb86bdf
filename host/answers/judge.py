"""The verdict on an open answer: accept, ask back or reject.

No single score decides. In this order: an answer said to be wrong, one to ask back on, the right words, the right
words with slips, the right sound. In doubt the host asks back; a clear other answer is wrong.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypedDict

from host.answers.carriers import is_pass, once, stages, trim, unhesitating
from host.answers.clauses import Words, after_being, after_corrections, claims
from host.answers.forms import Form, form, variants
from host.answers.letters import acronym, spelled, without_accents
from host.answers.match import NOTHING, PRECISE, REPEAT, Match, Rank, compare
from host.answers.normalise import compose, keep_accents
from host.answers.numbers import merged
from host.answers.sounds import Sounds
from host.answers.typed import amount, compare_amount, pure_number, sides, truth
from host.dialogue.expectation import AskBack, Expectation, Kind


@dataclass(frozen=True)
class Verdict:
    """`matched` is the accepted form as the pack writes it; `why` one French line; `question` what to ask back."""

    verdict: Literal["accept", "ask_back", "reject"]
    matched: str | None
    why: str
    question: str | None = None


class JudgedLine(TypedDict):
    verdict: str
    matched: str | None
    why: str


@dataclass(frozen=True)
class Candidate:
    """A form to compare with, and the pack's line it comes from."""

    line: str
    form: Form


@dataclass(frozen=True)
class Compiled:
    accepted: tuple[Candidate, ...]
    rejected: tuple[Candidate, ...]
    ask_back: tuple[tuple[AskBack, Form], ...]


@lru_cache(maxsize=512)
def compiled(expects: Expectation, sounds: Sounds | None) -> Compiled:
    """All forms of an expectation, turned once."""

    def candidates(lines: Sequence[str]) -> tuple[Candidate, ...]:
        return tuple(Candidate(line, form(one, sounds)) for line in lines for one in variants(line, expects.kind))

    asked = tuple((ask, form(ask.heard, sounds)) for ask in expects.ask_back)
    return Compiled(candidates(expects.accepted), candidates(expects.rejected), asked)


def said(found: Words, heard: str, sounds: Sounds | None) -> Form:
    """The form of some words of an utterance."""
    text = compose(heard)
    return form(text[found[0].start : found[-1].end] if found else "", sounds, found)


def _verdict(match: Match, line: str | None) -> Verdict:
    if match.rank >= Rank.NEAR:
        return Verdict("accept", line, f"Accepté : {match.why}.")
    if match.rank is Rank.DOUBT:
        return Verdict("ask_back", None, f"À préciser : {match.why}.", match.question or PRECISE)
    return Verdict("reject", None, f"Refusé : {match.why}.")


def by_value(expects: Expectation) -> bool:
    if expects.kind in (Kind.NUMBER, Kind.YEAR):
        return any(amount(line) for line in expects.accepted)
    return expects.kind is Kind.TEXT and all(pure_number(line) for line in expects.accepted)


def _compare(
    found: Words, heard: str, candidate: Candidate, expects: Expectation, sounds: Sounds | None, whole: bool
) -> Match:
    if by_value(expects):
        if amount(candidate.line) is None:
            return compare(said(found, heard, sounds), candidate.form, Kind.TEXT, whole)
        return compare_amount(found, candidate.line, expects.kind is Kind.YEAR, sounds)
    return compare(said(found, heard, sounds), candidate.form, expects.kind, whole)


def _weigh(found: Words, heard: str, expects: Expectation, sounds: Sounds | None) -> Verdict:
    """One answer against everything the pack lists."""
    lists = compiled(expects, sounds)
    right, line = NOTHING, None
    for candidate in lists.accepted:
        match = _compare(found, heard, candidate, expects, sounds, whole=False)
        if match.rank > right.rank or (line is None and right is NOTHING):
            right, line = match, candidate.line
    for candidate in lists.rejected:
        wrong = _compare(found, heard, candidate, expects, sounds, whole=True)
        if wrong.rank >= Rank.NEAR and wrong.rank >= right.rank:
            return Verdict("reject", None, f"Refusé : « {candidate.line} » est une mauvaise réponse.")
    own = said(found, heard, sounds)
    for ask, asked in lists.ask_back:
        match = compare(own, asked, expects.kind, whole_only=True)
        if match.rank >= Rank.NEAR and match.rank >= right.rank:
            return Verdict("ask_back", None, f"À préciser : « {ask.heard} » ne suffit pas.", ask.question)
    return _verdict(right, line)


def _word_for_word(found: Words, heard: str, expects: Expectation, sounds: Sounds | None) -> Verdict | None:
    """The whole utterance, with or without carriers, is a listed form: "Être ou ne pas être", "Je ne sais pas"."""
    lists = compiled(expects, sounds)
    text = compose(heard)
    for stage in stages(found):
        accented = keep_accents(text[stage[0].start : stage[-1].end])
        keys = tuple(word.key for word in stage if word.key != ",")
        right = [c for c in lists.accepted if c.form.keys == keys]
        wrong = [c for c in lists.rejected if c.form.keys == keys]
        # The same letters with other accents may stand in both lists: the accents tell.
        if right and wrong:
            right = [c for c in right if c.form.accented == accented]
            wrong = [c for c in wrong if c.form.accented == accented] or ([] if right else wrong)
        if wrong:
            return Verdict("reject", None, f"Refusé : « {wrong[0].line} » est une mauvaise réponse.")
        if right:
            return Verdict("accept", right[0].line, "Accepté : mot pour mot.")
    return None


def judge(expects: Expectation, heard: str, sounds: Sounds | None = None) -> Verdict:
    """The verdict on what was heard, for every kind but CHOICE; without `sounds` by spelling rules alone."""
    if expects.kind is Kind.CHOICE:
        raise ValueError("judge() is for open answers; choose() is for options")
    if not expects.accepted:
        raise ValueError("an expectation needs at least one accepted form")
    found = trim(unhesitating(merged(heard)))
    if not found:
        return Verdict("reject", None, "Refusé : rien d'entendu.")
    if expects.kind is Kind.TRUTH:
        return _judge_truth(expects, heard)
    if expects.kind is Kind.LETTERS:
        return _judge_letters(expects, heard, sounds)
    listed = None if by_value(expects) else _word_for_word(found, heard, expects, sounds)
    if listed:
        return listed
    for last in [] if by_value(expects) else after_corrections(found):
        listed = _word_for_word(last, heard, expects, sounds)
        if listed and listed.verdict == "accept":
            return listed
    if is_pass(heard):
        return Verdict("reject", None, "Refusé : le joueur passe.")
    spoken = _by_letters(heard, expects, sounds)
    return spoken or _judge_claims(found, heard, expects, sounds)


def _by_letters(heard: str, expects: Expectation, sounds: Sounds | None) -> Verdict | None:
    """ "c'est j'ai té" is CGT: carriers of two letters would be lost with the carriers."""
    for candidate in compiled(expects, sounds).accepted:
        if candidate.form.letters and spelled(heard) == candidate.form.letters:
            return Verdict("accept", candidate.line, "Accepté : lettre par lettre.")
    return None


def _judge_claims(found: Words, heard: str, expects: Expectation, sounds: Sounds | None) -> Verdict:
    claimed = claims(found)
    verdicts = [_weigh(part, heard, expects, sounds) for part in claimed.offered]
    accepted = [v for v in verdicts if v.verdict == "accept"]
    if len(verdicts) == 1 and verdicts[0].verdict != "accept" and (last := after_being(claimed.offered[0])):
        after = _weigh(last, heard, expects, sounds)
        return after if after.verdict != "reject" else verdicts[0]
    if not accepted and any({"ou", "non", "pas", "ni"} & set(c.form.keys) for c in compiled(expects, sounds).accepted):
        whole = _weigh(once(stages(found)[-1]), heard, expects, sounds)
        if whole.verdict == "accept":
            return whole
    if not verdicts:
        if claimed.denied:
            return Verdict("ask_back", None, "À préciser : ce que ce n'est pas.", "Alors, quelle est votre réponse ?")
        return Verdict("reject", None, "Refusé : aucune réponse.")
    if len(verdicts) == 1 or len(accepted) == len(verdicts):
        return verdicts[0]
    if accepted or any(v.verdict == "ask_back" for v in verdicts):
        return Verdict("ask_back", None, "À préciser : plusieurs réponses.", "Une seule réponse : laquelle ?")
    return verdicts[0]


def last_claim(heard: str) -> str:
    """What stands after a correction, as folded words; empty if several answers stand."""
    offered = claims(trim(merged(heard))).offered
    return " ".join(word.key for word in offered[0]) if len(offered) == 1 else ""


def _judge_truth(expects: Expectation, heard: str) -> Verdict:
    right = truth(expects.accepted[0])
    if right is None:
        raise ValueError(f"a TRUTH answer is 'vrai' or 'faux', not {expects.accepted[0]!r}")
    value = truth(heard)
    if value is None and all(sides(heard)):
        value = truth(last_claim(heard))
        if value is None:
            return Verdict("ask_back", None, "À préciser : vrai et faux à la fois.", "Vrai ou faux ?")
    if value is None:
        return Verdict("reject", None, "Refusé : ni vrai ni faux.")
    if value == right:
        return Verdict("accept", expects.accepted[0], "Accepté.")
    return Verdict("reject", None, "Refusé : le contraire.")


def _judge_letters(expects: Expectation, heard: str, sounds: Sounds | None) -> Verdict:
    """A spelling, letter by letter and accent by accent; an acronym may also be said as a word."""
    doubt: Verdict | None = None
    for line in expects.accepted:
        letters = acronym(compose(line).strip())
        word = letters or keep_accents(line).replace(" ", "")
        given = spelled(heard, line)
        if given is None:
            if letters or form(line, sounds).keys == form(heard, sounds).keys:
                whole = _judge_claims(trim(merged(heard)), heard, expects, sounds)
                if letters:
                    return whole
                doubt = Verdict(
                    "ask_back", None, "À préciser : le mot n'est pas épelé.", "Lettre par lettre, s'il vous plaît."
                )
        elif given == word:
            return Verdict("accept", line, "Accepté : lettre par lettre.")
        elif without_accents(given) == given == without_accents(word):
            doubt = Verdict("ask_back", None, "À préciser : sans les accents.", "Pouvez-vous épeler avec les accents ?")
    if doubt:
        return doubt
    if is_pass(heard):
        return Verdict("reject", None, "Refusé : le joueur passe.")
    if spelled(heard, expects.accepted[0]) is None and len(heard.split()) > 1:
        return Verdict("ask_back", None, "À préciser : des lettres n'ont pas été comprises.", REPEAT)
    return Verdict("reject", None, "Refusé : autre orthographe.")
