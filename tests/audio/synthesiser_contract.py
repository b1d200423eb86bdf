"""What every Synthesiser does, whatever its engine. A test class inherits this and has a `synthesiser` fixture."""

import numpy as np
import pytest

from audio.ports import Synthesiser


class SynthesiserContract:
    def test_renders_speech_as_float32_in_range(self, synthesiser: Synthesiser) -> None:
        sound = synthesiser.render("Bonsoir à tous, la partie commence.")
        assert sound.samples.dtype == np.float32
        assert sound.samples.ndim == 1
        assert 8_000 <= sound.rate_hz <= 48_000
        assert 0.8 < sound.duration_s < 6.0
        assert 0.05 < float(np.abs(sound.samples).max()) <= 1.0
        assert float(np.sqrt(np.mean(sound.samples**2))) > 0.01

    def test_each_call_speaks_its_own_text(self, synthesiser: Synthesiser) -> None:
        short = synthesiser.render("Oui.")
        long = synthesiser.render("Le joueur suivant répond à la question numéro douze.")
        again = synthesiser.render("Oui.")
        assert long.duration_s > 2 * short.duration_s
        assert abs(again.duration_s - short.duration_s) < 0.3

    @pytest.mark.parametrize("nothing", ["", "  \n", "…", "?!"])
    def test_a_text_without_words_is_an_empty_sound(self, synthesiser: Synthesiser, nothing: str) -> None:
        sound = synthesiser.render(nothing)
        assert len(sound.samples) == 0
        assert sound.rate_hz > 0

    def test_a_long_text_is_rendered_to_its_end(self, synthesiser: Synthesiser) -> None:
        one = synthesiser.render("Suivez la couleur.")
        four = synthesiser.render("Suivez la couleur. " * 4)
        assert four.duration_s > 3 * one.duration_s

    def test_has_a_name(self, synthesiser: Synthesiser) -> None:
        assert synthesiser.name
