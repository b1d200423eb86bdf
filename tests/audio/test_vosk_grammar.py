"""What goes into a Vosk grammar, and what of its result is believed. Without the library."""

import json

import pytest

from audio.backends.vosk_grammar import (
    HeardWord,
    grammar_json,
    grammar_phrases,
    known_words,
    settle,
    sounds_alike,
)


class TestGrammar:
    VOCABULARY = "la lune victor hugo l' eau aujourd'hui arc en ciel oeuf vingt deux louis ABBA"

    def knows(self, word: str) -> bool:
        return word in self.VOCABULARY.split()

    @pytest.mark.parametrize(
        ("phrase", "words"),
        [
            ("La Lune !", ["la", "lune"]),
            ("l’eau", ["l'", "eau"]),
            ("aujourd'hui", ["aujourd'hui"]),
            ("Arc-en-ciel", ["arc", "en", "ciel"]),
            ("l'arc-en-ciel", ["l'", "arc", "en", "ciel"]),
            ("œuf", ["oeuf"]),
            ("22", ["vingt", "deux"]),
            ("ABBA", ["ABBA"]),
            ("", []),
            ("… « » _", []),
        ],
    )
    def test_phrases_as_the_vocabulary_writes_them(self, phrase: str, words: list[str]) -> None:
        assert known_words(phrase, self.knows) == (tuple(words), ())

    def test_accents_put_together_or_not_are_the_same(self) -> None:
        assert known_words("e\u0301te\u0301", {"été"}.__contains__) == (("été",), ())

    def test_h1_the_unknown_part_of_a_phrase(self) -> None:
        assert known_words("l'aurochs de Louis XIV, l'aurochs", self.knows)[1] == ("aurochs", "de", "xiv")
        assert known_words("9" * 40, self.knows)[1] == ("9" * 40,)

    def test_a_phrase_with_an_unknown_word_is_left_out_and_the_rest_kept_once(self) -> None:
        phrases = ("Victor Hugo", "victor hugo", "Émile Zola", "", "la Lune", '"]', "[unk]")
        assert grammar_phrases(phrases, self.knows) == (("victor", "hugo"), ("la", "lune"))

    def test_the_grammar_is_never_empty_and_keeps_accents(self) -> None:
        assert json.loads(grammar_json([], "[unk]")) == ["[unk]"]
        assert "été" in grammar_json([("été",)], "[unk]")


def said(text: str, start_s: float = 0.0, confidence: float = 0.9) -> tuple[HeardWord, ...]:
    """One word every half second."""
    return tuple(HeardWord(w, start_s + i / 2, start_s + i / 2 + 0.5, confidence) for i, w in enumerate(text.split()))


def letters(one: str, other: str) -> float:
    return sounds_alike(one, other, str)


class TestSettle:
    def test_what_sounds_alike_at_the_same_time_is_replaced(self) -> None:
        settled = settle(said("victor hugo", 0.0, 1.0), said("victor ugo"), [("victor", "hugo")], letters)
        assert [word.text for word in settled] == ["victor", "hugo"]
        assert {word.confidence for word in settled} == {0.9}

    def test_what_was_said_around_it_stays(self) -> None:
        heard = said("non pas victor ugo merci")
        settled = settle(said("victor hugo", 1.0), heard, [("victor", "hugo")], letters)
        assert " ".join(word.text for word in settled) == "non pas victor hugo merci"

    def test_what_sounds_otherwise_stays(self) -> None:
        heard = said("la table")
        assert settle(said("victor hugo"), heard, [("victor", "hugo")], letters) == heard

    def test_what_sounds_alike_at_another_time_stays(self) -> None:
        heard = said("ugo", 3.0)
        assert settle(said("hugo"), heard, [("hugo",)], letters) == heard

    def test_where_nothing_was_heard_freely_nothing_is_put_in(self) -> None:
        assert settle(said("hugo"), (), [("hugo",)], letters) == ()

    def test_several_phrases_are_decided_one_by_one(self) -> None:
        settled = settle(said("hugo lune"), said("ugo rein"), [("hugo",), ("lune",), ("hugo", "soleil")], letters)
        assert [word.text for word in settled] == ["hugo", "rein"]

    def test_nothing_sounds_like_silence(self) -> None:
        assert sounds_alike("", "", str) == 0.0
