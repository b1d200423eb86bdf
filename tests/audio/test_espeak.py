"""French text to IPA."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from audio.backends.espeak import EspeakPhonemes


@pytest.fixture(scope="module")
def phonemes() -> EspeakPhonemes:
    return EspeakPhonemes()


def test_homophones_sound_alike_and_others_do_not(phonemes: EspeakPhonemes) -> None:
    assert phonemes.ipa("mer") == phonemes.ipa("mère") == phonemes.ipa("maire") == "mˈɛʁ"
    assert phonemes.ipa("eau") != phonemes.ipa("mer")


def test_numbers_are_read_out(phonemes: EspeakPhonemes) -> None:
    assert phonemes.ipa("12") == phonemes.ipa("douze")
    assert phonemes.ipa("1515").endswith(phonemes.ipa("quinze"))


def test_no_mark_of_a_foreign_language_is_left(phonemes: EspeakPhonemes) -> None:
    heard = phonemes.ipa("le weekend au parking avec Steven Spielberg")
    assert not set("(-)") & set(heard)
    assert "en" not in heard.split()


def test_all_the_clauses_of_a_text_are_turned(phonemes: EspeakPhonemes) -> None:
    assert phonemes.ipa("Bonsoir ! Qui joue ?") == f"{phonemes.ipa('bonsoir')} {phonemes.ipa('qui joue')}"


@pytest.mark.parametrize("nothing", ["", "   ", "\n", "…", "?!", "\0"])
def test_text_without_words_has_no_sound(phonemes: EspeakPhonemes, nothing: str) -> None:
    assert phonemes.ipa(nothing) == ""


def test_odd_text_does_not_break_it(phonemes: EspeakPhonemes) -> None:
    assert phonemes.ipa("mer\0mer\nmer") == phonemes.ipa("mer mer mer")
    assert phonemes.ipa("mer\ud800") == phonemes.ipa("mer")
    assert phonemes.ipa("la mer " * 2000).count("mˈɛʁ") == 2000


def test_threads_do_not_mix_their_texts(phonemes: EspeakPhonemes) -> None:
    texts = [f"numéro {n}" for n in range(200)]
    with ThreadPoolExecutor(8) as pool:
        heard = list(pool.map(phonemes.ipa, texts))
    assert len(set(heard)) == 200
    assert heard[7].startswith(phonemes.ipa("numéro")[:4])
