"""Rendering ahead, sentence by sentence."""

import asyncio
import threading
from collections.abc import Iterator

import numpy as np
import pytest

from audio.ports import AudioError, Sound
from audio.voice import SENTENCE_GAP_S, Voice, split_sentences

RATE_HZ = 10_000


class Reader:
    """A Synthesiser that takes 10 ms of sound a letter, notes what it rendered, and can be held up or broken."""

    name = "reader"

    def __init__(self) -> None:
        self.rendered: list[str] = []
        self.broken: set[str] = set()
        self.held: set[str] = set()
        self.release = threading.Event()
        self.gate = threading.Event()
        self.gate.set()
        self.begun = threading.Event()
        self.closed = False

    def render(self, text: str) -> Sound:
        self.begun.set()
        assert self.gate.wait(5)
        assert text not in self.held or self.release.wait(5)
        self.rendered.append(text)
        if text in self.broken:
            raise AudioError("Le moteur a échoué.")
        return Sound(np.full(100 * len(text), 0.1, np.float32), RATE_HZ)

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def reader() -> Reader:
    return Reader()


@pytest.fixture
def voice(reader: Reader) -> Iterator[Voice]:
    opened = Voice(reader)
    yield opened
    reader.gate.set()
    opened.close()
    assert reader.closed


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Bravo ! Ana gagne. À qui le tour ?", ("Bravo !", "Ana gagne.", "À qui le tour ?")),
        ("Attention… « Prêts ? » Partez !", ("Attention…", "« Prêts ? » Partez !")),
        ("J. K. Rowling a écrit ce livre.", ("J. K. Rowling a écrit ce livre.",)),
        ("3.5 points pour M. Seguin.", ("3.5 points pour M. Seguin.",)),
        ("Fin. 12 points. Œuvre suivante.", ("Fin.", "12 points.", "Œuvre suivante.")),
        ("sans fin", ("sans fin",)),
        ("  \n ", ()),
    ],
)
def test_sentences(text: str, sentences: tuple[str, ...]) -> None:
    assert split_sentences(text) == sentences


async def test_a_text_is_its_sentences_with_a_gap_between(voice: Voice, reader: Reader) -> None:
    sound = await voice.get("Oui. Non.")
    assert reader.rendered == ["Oui.", "Non."]
    assert sound.rate_hz == RATE_HZ
    assert sound.duration_s == pytest.approx(0.08 + SENTENCE_GAP_S)


async def test_what_is_prepared_is_not_rendered_again(voice: Voice, reader: Reader) -> None:
    voice.prepare("Première question. Prêts ?")
    await voice.get("Première question. Prêts ?")
    await voice.get("Prêts ?")
    assert reader.rendered == ["Première question.", "Prêts ?"]


async def test_preparing_does_not_wait(voice: Voice, reader: Reader) -> None:
    reader.gate.clear()
    voice.prepare("Un. Deux. Trois.")
    assert reader.rendered == []


async def test_what_is_waited_for_overtakes_what_is_prepared(voice: Voice, reader: Reader) -> None:
    reader.gate.clear()
    voice.prepare("Un. Deux. Trois. Quatre.")
    assert reader.begun.wait(5)
    urgent = asyncio.create_task(voice.get("Trois. Vite !"))
    await asyncio.sleep(0)
    reader.gate.set()
    await urgent
    assert reader.rendered[:3] == ["Un.", "Trois.", "Vite !"]
    await voice.get("Quatre.")
    assert sorted(reader.rendered) == ["Deux.", "Quatre.", "Trois.", "Un.", "Vite !"]


async def test_the_first_sentence_comes_before_the_second_is_rendered(voice: Voice, reader: Reader) -> None:
    reader.held = {"Deux."}
    sentences = voice.sentences("Un. Deux.")
    first = await anext(sentences)
    assert first.duration_s == pytest.approx(0.03 + SENTENCE_GAP_S)
    assert reader.rendered == ["Un."]
    reader.release.set()
    assert (await anext(sentences)).duration_s == pytest.approx(0.05)
    with pytest.raises(StopAsyncIteration):
        await anext(sentences)


async def test_a_text_without_words_is_an_empty_sound(voice: Voice) -> None:
    assert (await voice.get("  ")).duration_s == 0.0


async def test_only_the_last_sentences_are_kept(reader: Reader) -> None:
    voice = Voice(reader, kept=2)
    for text in ("Un.", "Deux.", "Un.", "Trois.", "Un.", "Deux."):
        await voice.get(text)
    voice.close()
    assert reader.rendered == ["Un.", "Deux.", "Trois.", "Deux."]


async def test_below_the_limit_all_are_kept(voice: Voice, reader: Reader) -> None:
    texts = [f"Phrase {number}." for number in range(200)]
    for text in texts * 2:
        await voice.get(text)
    assert reader.rendered == texts


async def test_a_failure_is_raised_and_the_next_text_is_spoken(voice: Voice, reader: Reader) -> None:
    reader.broken = {"Deux."}
    voice.prepare("Deux.")
    with pytest.raises(AudioError, match="échoué"):
        await voice.get("Deux.")
    assert (await voice.get("Trois.")).duration_s > 0
    reader.broken = set()
    assert (await voice.get("Deux.")).duration_s > 0
    assert not voice.mute


async def test_after_two_failures_in_a_row_it_is_mute_and_holds_nothing_up(voice: Voice, reader: Reader) -> None:
    reader.broken = {"Un.", "Deux."}
    for text in ("Un.", "Deux."):
        with pytest.raises(AudioError):
            await voice.get(text)
    assert voice.mute
    assert (await voice.get("Trois.")).duration_s == 0.0
    voice.prepare("Quatre.")
    assert (await voice.get("Quatre.")).duration_s == 0.0
    assert reader.rendered == ["Un.", "Deux."]


async def test_one_who_no_longer_waits_does_not_take_the_sound_from_another(voice: Voice, reader: Reader) -> None:
    reader.gate.clear()
    leaves, stays = asyncio.create_task(voice.get("Un.")), asyncio.create_task(voice.get("Un."))
    await asyncio.sleep(0.01)
    leaves.cancel()
    reader.gate.set()
    assert (await stays).duration_s == pytest.approx(0.03)


async def test_closing_tells_those_who_still_wait(reader: Reader) -> None:
    voice = Voice(reader)
    reader.gate.clear()
    voice.prepare("Un.")
    assert reader.begun.wait(5)
    waiting = asyncio.create_task(voice.get("Deux."))
    await asyncio.sleep(0.01)
    closing = asyncio.create_task(asyncio.to_thread(voice.close))
    await asyncio.sleep(0.01)
    reader.gate.set()
    await closing
    with pytest.raises(AudioError, match="fermée"):
        await waiting
    with pytest.raises(AudioError, match="fermée"):
        await voice.get("Trois.")
    assert reader.closed
