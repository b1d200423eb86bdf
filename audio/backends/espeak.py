"""French text as IPA, by the espeak-ng library that `espeakng_loader` ships.

The library's state (voice, output mode) belongs to the process: it is loaded once, and every call takes one lock.
pyttsx3 would load the same library and change that state, which is why its voice lives in a process of its own.
"""

import ctypes
import re
import threading
from functools import cache, lru_cache

import espeakng_loader

from audio.ports import AudioError

SYNCHRONOUS = 2
DO_NOT_EXIT = 0x8000  # otherwise a missing data folder ends the process
UTF_8 = 1
IPA = 0x02

_lock = threading.Lock()
_LANGUAGE_MARK = re.compile(r"\([a-z]{2,3}(?:-[a-z0-9]+)*\)")


class EspeakPhonemes:
    """IPA by espeak-ng's French rules. Raises AudioError when the library or its data cannot be used."""

    def __init__(self) -> None:
        with _lock:
            _library()

    def ipa(self, text: str) -> str:
        """The pronunciation of `text`, with stress marks, one space between words and no punctuation."""
        return _ipa(text)


@lru_cache(maxsize=20_000)
def _ipa(text: str) -> str:
    # NUL would end the C string, a line break would end the clause in the middle of a phrase.
    flat = " ".join(text.replace("\0", " ").split())
    # A buffer held here: the library only moves a pointer through it.
    buffer = ctypes.create_string_buffer(flat.encode("utf-8", errors="ignore"))
    position = ctypes.c_void_p(ctypes.addressof(buffer))
    clauses = []
    with _lock:
        library = _library()
        while position.value:
            phonemes = library.espeak_TextToPhonemes(ctypes.byref(position), UTF_8, IPA)
            clauses.append((phonemes or b"").decode("utf-8"))
    # A hyphen only marks a word that leans on the next one ("la- mˈɛʁ").
    return " ".join(_LANGUAGE_MARK.sub("", " ".join(clauses)).replace("-", "").split())


@cache
def _library() -> ctypes.CDLL:
    """The library, with its French voice on. Call it with the lock held."""
    try:
        library = ctypes.CDLL(espeakng_loader.get_library_path())
        data = espeakng_loader.get_data_path()
    except (OSError, RuntimeError) as error:
        raise AudioError(f"espeak-ng ne se charge pas ({error}) : réinstallez le paquet espeakng-loader.") from error
    library.espeak_TextToPhonemes.restype = ctypes.c_char_p
    library.espeak_TextToPhonemes.argtypes = [ctypes.POINTER(ctypes.c_void_p), ctypes.c_int, ctypes.c_int]
    if library.espeak_Initialize(SYNCHRONOUS, 0, data.encode(), DO_NOT_EXIT) <= 0:
        raise AudioError(f"espeak-ng ne trouve pas ses données dans {data} : réinstallez le paquet espeakng-loader.")
    if library.espeak_SetVoiceByName(b"fr") != 0:
        raise AudioError("espeak-ng n'a pas de voix française : réinstallez le paquet espeakng-loader.")
    return library
