"""What people say around an answer: "euh, je dirais …", "… c'est ça", "I think it's …"; and how they give up."""

import re
from collections.abc import Sequence
from functools import lru_cache

from host.answers.normalise import Word
from host.answers.numbers import merged

_FILLER = (
    "ben la|bon la|alors la|eh ben|eh bien|he ben|ou bien|euh+|heu+|hum+|h?mm+|hm|ben|beh|bah|ba|bon|alors|donc|ah"
    "|oh|eh|he|hein|ouais|oui|ok|okay|voila|tiens|attends|attendez"
    "|voyons|enfin|pis|puis|du coup|genre|allez|en fait|quoi|moi|nous|well|so|uh|um|mais|et|que|qu|dis"
    "|ecoute|ecoutez|franchement|honnetement|evidemment|bien sur|facile|trop facile|non|si"
)
_SAYING = (
    r"(?:moi |alors |nous |ici )?(?:je|j|on|nous) (?:ne )?(?:vais |vas |va |allons )?(?:te |vous |le |la |l |leur )?"
    r"(?:dirais|dirai|dirait|dirions|dis|dit|disons|dire|pense|penche|pencherais|crois|croirais|propose|reponds|repond"
    r"|repondrais|repondre|vote|voterais|choisis|choisirais|choisir|prends|prendrais|prendre|parie|parierais|opte"
    r"|opterais|mets|mettrais|tente|tenter|suppose|imagine|vois|verrais|veux|voudrais|aimerais|accuse|soupconne"
    r"|suis (?:presque |quasi |quasiment |a peu pres |plutot |assez )?(?:sur|sure|certain|certaine|convaincu"
    r"|convaincue)"
    r"|pars|partirais|reste|m souviens|me souviens|me rappelle|ai dit|avais dit|demande|designe)"
    r"(?: plutot| bien| quand meme| dire| voter| prendre)*(?: que| qu| pour| sur| a| de| d| avec)?"
)
_BEING = (
    r"(?:c est|c etait|ce sont|ce serait|ca serait|ca doit etre|ce doit etre|ca devait etre|ca pourrait etre"
    r"|c est peut etre"
    r"|ca s appelle|cela s appelle|s appelle|il s agit|il s appelle|elle s appelle|ils s appellent|on appelle ca"
    r"|ca s appelait|on dit|on l appelle|il y (?:en )?a|il y avait|y en a|y a|ca fait|ca vaut|cela fait"
    r"|cela vaut|c etait en"
    r"|serait ce|est ce|est ce que|ne serait ce pas|il est|elle est|il etait|elle etait|ca se passe|ca se trouve|c)"
    r"(?: bien| donc| forcement| surement| sans doute| peut etre| probablement| plutot| certainement| evidemment"
    r"| vraiment| quand meme| exactement| de| d| a| en| environ)*"
)
_REPLY = (
    r"(?:(?:ma |la |notre |sa |bonne )*(?:bonne )?(?:reponse|solution)(?: finale)?(?: est| c est| serait| c"
    r"| ce serait)?"
    r"|(?:mon|notre|ma) (?:vote|choix|dernier mot)(?: est| c est| va (?:a|pour)| serait)?|le mot est"
    r"|son nom (?:est|c est)"
    r"|la capitale (?:est|c est)|je vote)"
)
_DOUBT = (
    r"(?:(?:je |j |ch|chui )?(?:ne )?(?:suis )?(?:pas (?:sur|sure|certain|certaine))(?: mais)?"
    r"|(?:moi )?(?:je |j )?(?:n )?(?:ne )?(?:en )?sais (?:pas|plus)(?: trop| bien| moi)?(?: mais)?|chais pas(?: moi)?"
    r"|aucune idee|peut etre(?: bien)?(?: que)?|sans doute|surement|probablement|certainement|au hasard"
    r"|a mon avis|d apres moi|selon moi|pour moi|il me semble(?: que| bien que)?|on va dire|disons"
    r"|si je (?:ne )?me trompe pas"
    r"|si je me souviens bien|je sais(?: que)?|je connais|ca y est|facile|je tente|sauf erreur|pas facile)"
)
_ENGLISH = (
    r"(?:the answer is|i think(?: that)?(?: it s| its| it is)?|i d say|i would say|i say|it s|it is|is it|maybe|perhaps"
    r"|that s|this is|i believe(?: it s)?|i guess(?: it s)?)"
)
_LEAD = re.compile(rf"(?:{_FILLER}|{_SAYING}|{_BEING}|{_REPLY}|{_DOUBT}|{_ENGLISH}|,)(?= |$)")
_TAIL = re.compile(
    r"(?<= )(?:,|non|hein|n est ce pas|c est (?:bien )?(?:ca|cela)|voila|quoi|euh+|heu+|ben|bah|oui|ouais|ouai|ok|si|la"
    r"|s il (?:te|vous) plait|svp|bien sur|evidemment|facile|merci|eh (?:oui|ben)|par exemple"
    r"|ou (?:quelque chose|un truc)"
    r"(?: comme| dans)?(?: ca| ce genre)?|i think|right|please|ou pas|pas vrai|ma reponse|c est (?:ma reponse"
    r"|mon dernier mot)"
    r"|c est (?:sur|certain|evident|facile)|sur|j en suis (?:sur|sure|certain|certaine)|je suis (?:sur|sure"
    r"|certain|certaine)"
    r"|(?:moi )?je (?:crois|pense|dirais|dis|suppose|vote|reponds|tente|parie)(?: bien| moi)?|moi|a mon avis"
    r"|il me semble"
    r"|peut etre(?: bien)?|sans doute|surement|probablement|mais (?:je suis pas sur|je ne suis pas sur"
    r"|je suis pas sure|sans"
    r" conviction|bon)|si je (?:ne )?me trompe pas|(?:mais )?(?:je |j )?(?:ne )?(?:en )?sais (?:pas"
    r"|plus)(?: trop| bien)?"
    r"|(?:mais )?(?:je |j |chui )?(?:n |ne )?(?:en )?(?:suis )?pas (?:trop |tres |vraiment |du tout )?(?:sur"
    r"|sure|certain|certaine)"
    r"|aucune idee|au hasard|en fait|finalement|plutot|du coup|pis|final|les gars|ca|celui la|celle la|je suppose)$"
)
_PASS = re.compile(
    r"(?:(?:moi |alors |bon )?(?:je|on|j|nous) (?:passe|passons|seche|cale|abandonne|renonce"
    r"|donne ma langue au chat|rends les"
    r" armes)|passe|passer|pass|passons|je vais passer|on va passer|joker|suivante?|(?:la )?question suivante"
    r"|(?:moi )?(?:(?:je|j|on|nous) )?(?:n |ne )?(?:en )?(?:sais|sait|savons) (?:vraiment |absolument |trop )?"
    r"(?:pas|plus|rien)(?: du tout| trop| moi| non plus| la reponse)?"
    r"|(?:j |je )?(?:n )?en (?:sais|ai) (?:absolument |vraiment )?(?:rien|aucune idee)(?: du tout)?"
    r"|(?:chais|ches|chai|she|j sais|shais) (?:pas|plus)(?: du tout| moi| trop)?|(?:j |je |on )?(?:n )?(?:ai "
    r"|a |y ai )?"
    r"(?:absolument |vraiment )?(?:aucune|pas d|pas la moindre|pas une|plus d) idee(?: du tout)?|alors la aucune idee"
    r"|(?:je )?(?:ne )?(?:me |m en )(?:souviens|rappelle) (?:plus|pas)(?: du tout)?"
    r"|(?:je )?(?:ne )?vois (?:vraiment )?pas"
    r"|(?:la )?langue au chat|(?:je )?(?:ne )?(?:le )?connais pas|je donne ma langue|rien|pas de reponse|aucune reponse"
    r"|je (?:n )?ai pas (?:la|de) reponse|i don t know|no idea|dunno|ca me dit rien|aucun(?:e)? souvenir|mystere)"
)
_PASS_FILLER = re.compile(
    r"^(?:(?:euh+|heu+|hum+|h?m+|ben|bah|ba|bon|alors|donc|ah|oh|eh|non|la|oui|ouais|ok|desolee?|moi|pff+|pf"
    r"|franchement|"
    r"honnetement|et|mais|,) )+|(?: (?:desolee?|merci|non|la|moi|euh|hein|pardon|,|s il (?:te|vous) plait))+$"
)


def joined(found: Sequence[Word]) -> str:
    return " ".join(word.key for word in found)


def trim(found: Sequence[Word]) -> tuple[Word, ...]:
    """Without stops at either end."""
    start, end = 0, len(found)
    while start < end and found[start].key == ",":
        start += 1
    while end > start and found[end - 1].key == ",":
        end -= 1
    return tuple(found[start:end])


def strip_lead(found: Sequence[Word]) -> tuple[Word, ...]:
    """Without one carrier at the beginning; unchanged if there is none, or nothing else."""
    match = _LEAD.match(joined(found))
    if not match or not match.group():
        return tuple(found)
    rest = trim(found[match.group().count(" ") + 1 :])
    return rest or tuple(found)


def strip_tail(found: Sequence[Word]) -> tuple[Word, ...]:
    text = joined(found)
    match = _TAIL.search(text)
    if not match:
        return tuple(found)
    rest = trim(found[: text[: match.start()].count(" ")])
    return rest or tuple(found)


@lru_cache(maxsize=1024)
def stages(found: tuple[Word, ...]) -> tuple[tuple[Word, ...], ...]:
    """The words with more and more carriers taken off, at either end in any order: as said first, barest last."""
    seen = {trim(found): None}
    waiting = list(seen)
    while waiting:
        words = waiting.pop()
        for shorter in (strip_lead(words), strip_tail(words)):
            if shorter not in seen:
                seen[shorter] = None
                waiting.append(shorter)
    return tuple(sorted(seen, key=len, reverse=True))


def unhesitating(found: Sequence[Word]) -> tuple[Word, ...]:
    """Without the "euh" in the midst of words, unless nothing else was said."""
    return tuple(word for word in found if not re.fullmatch(r"euh+|heu+|hum+|h?mm+", word.key)) or tuple(found)


def is_pass(heard: str) -> bool:
    """Whether the whole utterance gives up: "je passe", "chais pas". The caller first checks it is no answer."""
    text = joined([word for word in trim(merged(heard)) if word.key != ","])
    while True:
        if _PASS.fullmatch(text) or _PASS.fullmatch(_halved(text)):
            return True
        shorter = _PASS_FILLER.sub("", text)
        if shorter == text:
            return False
        text = shorter


def once(found: Sequence[Word]) -> tuple[Word, ...]:
    """ "Paris, Paris" → "Paris"."""
    keys = [word.key for word in found if word.key != ","]
    for times in (2, 3):
        size = len(keys) // times
        if size and len(keys) == size * times and keys == keys[:size] * times:
            return trim([word for i, word in enumerate(found) if sum(w.key != "," for w in found[: i + 1]) <= size])
    return tuple(found)


def _halved(text: str) -> str:
    """ "je passe je passe" → "je passe"."""
    parts = text.split(" ")
    half = len(parts) // 2
    return " ".join(parts[:half]) if len(parts) % 2 == 0 and parts[:half] == parts[half:] else text
