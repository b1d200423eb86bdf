"""Makes the clips of the recorded evenings: every guest's lines, in a voice that is near to natural speech.

usage: python tests/recordings/generate.py [FOLDER …]      without folders: every recorded evening
Clips that are there already are kept; delete one to have it made again.
"""

import sys
import zlib
from pathlib import Path

import numpy as np
import soundfile
from voices import party, party_noise, speak

from audio.mixing import at_level
from audio.ports import HEARING_RATE_HZ, Samples
from host.session.scenario import load_scenario

EVENINGS = Path(__file__).resolve().parents[2] / "content" / "evenings"
#: Guests by the first part of a clip's name: voice and speed.
GUESTS = {
    "ana": ("ff_siwis", 1.0),
    "bob": ("em_alex", 1.0),
    "chloe": ("ff_siwis+if_sara", 0.95),
    "dan": ("im_nicola", 1.0),
}
PARTY_SNR_DB = 10.0
SPEECH_DB = -24.0
ROOM_S = 12.0


def clip(name: str, text: str) -> Samples:
    """One line, at a guest's level; `__fete` in its name: across a living room with a party in it."""
    guest, *rest = name.removesuffix(".flac").split("__")
    voice, speed = GUESTS[guest]
    spoken = at_level(speak(voice, text, speed), SPEECH_DB)
    return party(spoken, zlib.crc32(name.encode()), PARTY_SNR_DB) if "fete" in rest else spoken


def main(folders: list[Path]) -> None:
    for folder in folders:
        scenario = load_scenario(folder / "evening.yaml")
        for line in [one for heard in scenario.heard for one in (heard, *heard.pieces)]:
            if line.clip is not None and not (folder / line.clip).exists():
                soundfile.write(folder / line.clip, clip(line.clip, line.text), HEARING_RATE_HZ, subtype="PCM_16")
        if scenario.noise is not None and not (folder / scenario.noise).exists():
            bed = party_noise(round(ROOM_S * HEARING_RATE_HZ), np.random.default_rng(1))
            soundfile.write(folder / scenario.noise, at_level(bed, -30.0), HEARING_RATE_HZ, subtype="PCM_16")


if __name__ == "__main__":
    main([Path(a) for a in sys.argv[1:]] or sorted(p.parent for p in EVENINGS.glob("*/evening.yaml")))
