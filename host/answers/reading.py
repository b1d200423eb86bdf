"""A French reading of any text as IPA by spelling rules alone: no dictionary, no library.

It serves where no synthesiser is there, and beside one: a foreign name is said the French way as often as not
("Beethoven" as "bétovan"). Coarser than espeak-ng; only ever compared with itself or through tolerant distances.
"""

import re
from functools import lru_cache

from host.answers.normalise import compose

_V = "aàâäeéèêëiîïoôöuùûüyœæ"
_C = "bcçdfghjklmnpqrstvwxz"
_BEFORE_N = rf"(?![{_V}nmh])"  # a nasal vowel is followed by neither vowel nor a second n

_EXCEPTIONS = {
    "et": "e",
    "est": "ɛ",
    "es": "ɛ",
    "les": "le",
    "des": "de",
    "mes": "me",
    "ses": "se",
    "ces": "se",
    "femme": "fam",
    "monsieur": "məsjø",
    "oignon": "oɲɔ̃",
    "six": "sis",
    "dix": "dis",
    "sept": "sɛt",
    "huit": "ɥit",
    "neuf": "nœf",
    "cinq": "sɛ̃k",
    "vingt": "vɛ̃",
    "cent": "sɑ̃",
    "ville": "vil",
    "mille": "mil",
    "fils": "fis",
    "os": "ɔs",
    "sens": "sɑ̃s",
    "pays": "pei",
    "août": "ut",
    "chat": "ʃa",
    "second": "səɡɔ̃",
    "hier": "jɛʁ",
    "fier": "fjɛʁ",
    "mer": "mɛʁ",
    "fer": "fɛʁ",
    "ver": "vɛʁ",
    "vers": "vɛʁ",
    "tiers": "tjɛʁ",
    "univers": "ynivɛʁ",
    "hiver": "ivɛʁ",
    "enfer": "ɑ̃fɛʁ",
    "cher": "ʃɛʁ",
    "amer": "amɛʁ",
    "sud": "syd",
    "ours": "uʁs",
    "lys": "lis",
    "lis": "lis",
    "gars": "ɡɑ",
    "tous": "tus",
    "plus": "ply",
    "club": "klœb",
}

_RULES = [
    (re.compile(pattern), ipa)
    for pattern, ipa in [
        (r"eaux?\b|eau", "o"),
        (r"œu|oeu(?=[rflv])|oeu|œ|oe(?=[il])", "œ"),
        (r"ouil(?:l(?:e\b|es\b)?)?", "uj"),
        (r"euil(?:l(?:e\b|es\b)?)?|ueil(?:l(?:e\b|es\b)?)?|œil", "œj"),
        (r"eil(?:l(?:e\b|es\b)?)?", "ɛj"),
        (r"ail(?:l(?:e\b|es\b)?)?(?![^\W])|aill", "aj"),
        (rf"(?<=[{_C}])ille?s?\b|(?<=[{_C}])ill(?=[{_V}])", "ij"),
        (rf"oin{_BEFORE_N}", "wɛ̃"),
        (rf"ien(?![{_V}n])", "jɛ̃"),
        (rf"(?:aim|ain|eim|ein|în|ïn|in|im|ym|yn){_BEFORE_N}", "ɛ̃"),
        (rf"(?:um|un){_BEFORE_N}", "œ̃"),
        (rf"(?:ean|aon\b|am|an|em|en){_BEFORE_N}", "ɑ̃"),
        (rf"(?:om|on){_BEFORE_N}", "ɔ̃"),
        (r"tion", "sjɔ̃"),
        (r"oy(?=[aeiouéèê])", "waj"),
        (r"ay(?=[aeiouéèê])", "ɛj"),
        (r"uy(?=[aeiouéèê])", "ɥij"),
        (r"oi|oî", "wa"),
        (r"ou(?=[aeiouéèêîy])", "w"),
        (r"oo|ou|oû|où", "u"),
        (r"aient\b|ais\b|ait\b|aî|ai|ay|eî|ei|ey", "ɛ"),
        (r"aux?\b|au", "o"),
        (r"eu|eû", "ø"),
        (r"gu(?=[eéèêiîy])", "ɡ"),
        (r"ge(?=[aouâô])", "ʒ"),
        (r"gn", "ɲ"),
        (r"g(?=[eéèêëiîïy])|j", "ʒ"),
        (r"gg?", "ɡ"),
        (r"sch|sh|ch(?![rlnt])", "ʃ"),
        (r"ch|ck|cqu?|ck?(?![eéèêëiîïyhç])|qu?|kk?h?", "k"),
        (r"ç|c(?=[eéèêëiîïy])|sc(?=[eéèêiîy])|ss", "s"),
        (rf"(?<=[{_V}])s(?=[{_V}])", "z"),
        (r"ph|ff?", "f"),
        (r"th|tt", "t"),
        (r"rr?h?|rh", "ʁ"),
        (r"(?<=[aeiouy])x(?:s)?\b|\bx\b", "ks"),
        (r"ex(?=[aeiouéèêh])", "ɛɡz"),
        (r"x(?=c[eéi])", "k"),
        (r"x", "ks"),
        (r"w|v", "v"),
        (r"zz?", "z"),
        (r"ll?", "l"),
        (r"mm?", "m"),
        (r"nn?", "n"),
        (r"pp?", "p"),
        (r"bb?", "b"),
        (r"dd?", "d"),
        (r"s", "s"),
        (r"t", "t"),
        (r"h", ""),
        (r"(?:er|ez)\b", "e"),
        (r"ée|ee|é", "e"),
        (r"è|ê|ë|e(?=tt|ll|rr|ss|nn|mm)", "ɛ"),
        (rf"e(?=[{_C}]{{2}})|e(?=[{_C}]\b)", "ɛ"),
        (r"e\b", ""),
        (r"e", "ə"),
        (rf"[iîïy](?=[{_V}])", "j"),
        (r"[iîïy]", "i"),
        (r"[aàâä]", "a"),
        (r"[oôö]", "o"),
        (rf"[uùûü](?=[{_V}])", "ɥ"),
        (r"[uùûü]", "y"),
    ]
]

#: Consonants that are not sounded at the end of a word; a final s after a or o of a foreign name is lost too.
_SILENT_END = re.compile(rf"(?<=[{_V}rnlm])(?:ps|ts|ds|gs|cs|bs|es|[tdspxzg])\b|(?<=[{_V}{_C}])es\b|(?<=[{_V}])h\b")


@lru_cache(maxsize=8192)
def _word(word: str) -> str:
    if word in _EXCEPTIONS:
        return _EXCEPTIONS[word]
    trimmed = _SILENT_END.sub("e" if word.endswith("es") and len(word) > 3 else "", word) if len(word) > 2 else word
    trimmed = re.sub(r"ent\b", "ɑ̃", trimmed) if trimmed.endswith("ment") else trimmed
    out, i = [], 0
    while i < len(trimmed):
        for pattern, ipa in _RULES:
            match = pattern.match(trimmed, i)
            if match and match.end() > i:
                out.append(ipa)
                i = match.end()
                break
        else:
            out.append(trimmed[i] if trimmed[i] in "ɑ̃" else "")
            i += 1
    return "".join(out)


class FrenchReading:
    """A `Sounds` by rules; see the module."""

    def ipa(self, text: str) -> str:
        parts = re.findall(r"[^\W\d_]+", compose(text).lower().replace("æ", "é"))
        return " ".join(filter(None, (_word(part) for part in parts)))
