"""Makes the clips of content/evenings/lists: each list of lists.yaml, in its voice.

usage: python tests/recordings/lists.py
"""

import numpy as np
import soundfile
from voices import speak

from audio.mixing import at_level
from audio.ports import HEARING_RATE_HZ, Samples
from host.bench_lists import SpokenList, folder, spoken_lists

SPEECH_DB = -24.0
BEFORE_S, AFTER_S = 0.4, 0.2
KEPT_BITS = 12
"""What is left out lies 50 dB below the voices, and would be half of each file."""


def clip(one: SpokenList) -> Samples:
    """The list as said, with a silence before it and `pause_s` at each « | »."""
    parts = [np.zeros(round(BEFORE_S * HEARING_RATE_HZ), np.float32)]
    for text in one.said.split("|"):
        parts += [
            at_level(speak(one.voice, text), SPEECH_DB),
            np.zeros(round(one.pause_s * HEARING_RATE_HZ), np.float32),
        ]
    return np.concatenate([*parts, np.zeros(round(AFTER_S * HEARING_RATE_HZ), np.float32)])


def main() -> None:
    scale = 2 ** (KEPT_BITS - 1)
    for one in spoken_lists().lists:
        coarse = np.round(np.clip(clip(one), -1.0, 1.0 - 1 / scale) * scale) / scale
        soundfile.write(folder() / one.clip, coarse, HEARING_RATE_HZ, subtype="PCM_16")


if __name__ == "__main__":
    main()
