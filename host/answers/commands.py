"""Commands spoken to the host at any moment. Only a whole utterance is one; the caller checks the answers first."""

import re
from enum import StrEnum
from functools import lru_cache

from host.answers.carriers import joined
from host.answers.numbers import merged


class Command(StrEnum):
    REPEAT = "repeat"
    PAUSE = "pause"
    RESUME = "resume"
    SCORE = "score"
    RULE = "rule"
    CORRECT = "correct"
    CONTEST = "contest"
    WRONG_PERSON = "wrong_person"
    ARRIVAL = "arrival"
    DEPARTURE = "departure"
    ABSENT = "absent"


_CAN = (
    r"(?:(?:est ce (?:que|qu) )?(?:tu|vous|on|je) (?:peux|pouvez|peut|pourrais|pourriez|pourrait|veux|voulez"
    r"|vas)(?: tu| vous)? "
    r"|(?:peux|pouvez|pourrais|pourriez|veux|voulez|peut) (?:tu|vous|on) |il faut |faut |je voudrais "
    r"|on voudrait |on va |je veux )?"
)
_QUESTION = (
    r"(?: (?:la |cette |ta |votre )?(?:question|phrase|consigne|carte|derniere phrase|dernier mot|nom"
    r"|reponses?|propositions?|ca|cela|le))?"
)
_PATTERNS = {
    Command.REPEAT: (
        rf"{_CAN}(?:me |nous |la |le |l )*(?:repete|repetez|repeter|redis|redites|redire|relis|relisez|relire|repeat)"
        rf"(?: (?:moi|nous))?(?: la| le| les| ca| cela)?{_QUESTION}(?: une fois| encore(?: une fois)?"
        rf"| plus (?:fort|lentement))?"
        r"|pardon|comment|quoi|hein|encore(?: une fois)?|plus fort|j ai pas (?:entendu|compris)(?: la question)?"
        r"|je n ai pas (?:entendu|compris)(?: la question)?|(?:tu as|t as|vous avez) dit quoi"
        r"|qu est ce que (?:tu as|t as) dit"
        r"|(?:c est |c etait )?quoi (?:deja )?la question(?: deja)?|la question"
    ),
    Command.PAUSE: (
        r"(?:on (?:fait|prend) )?(?:une )?(?:petite )?pause|"
        + _CAN
        + r"(?:faire|prendre|mettre|mets|mettez)(?: le jeu)? "
        r"(?:une |en )(?:petite )?pause|on (?:s arrete|arrete)(?: un (?:moment|instant))?|(?:mets|met"
        r"|mettez) (?:en |une |sur )?pause"
        r"|attends? (?:un (?:moment|instant)|une (?:minute|seconde))|temps mort|stop"
    ),
    Command.RESUME: (
        r"(?:on )?(?:reprend|reprends|reprenez|reprenons|reprendre|continue|continuez|continuons|recommence la partie)"
        r"(?: la partie| le jeu)?|on (?:peut |va )?(?:reprendre|continuer|y retourne|y va)|c est reparti"
        r"|fin de la pause|resume"
    ),
    Command.SCORE: (
        r"(?:(?:donne|donnez|dis|dites|rappelle|rappelez)(?: moi| nous)? )?(?:c est quoi |quel est |quels sont "
        r"|ou en sont )?"
        r"(?:le |les |nos )?(?:scores?|points)(?: actuels?)?|(?:on|ou) (?:en )?(?:est|sommes|on en est)(?: on"
        r"| ou| nous)?"
        r"|on en est ou|(?:c est |il est )?(?:qui|quoi) (?:qui )?(?:gagne|mene|est devant)|combien (?:on a|j ai"
        r"|nous avons)"
        r"(?: de points)?|le classement|classement"
    ),
    Command.RULE: (
        r"(?:(?:rappelle|rappelez|explique|expliquez|dis|donne)(?: moi| nous)? )?(?:c est quoi |quelle est "
        r"|quelles sont )?"
        r"(?:la |les )?regles?(?: du jeu)?|comment (?:on|ca se) joue|"
        + _CAN
        + r"(?:me |nous )?(?:rappeler|expliquer) (?:la |les )?regles?"
        r"(?: du jeu)?|aide|help|a l aide"
    ),
    Command.CORRECT: (
        r"(?:on |je |j |il faut |faut |"
        + _CAN
        + r")?(?:corrige|corriges|corrigez|corriger|annule|annulez|annuler|reviens|revenez)"
        r"(?: ca| cela| la (?:derniere )?reponse| en arriere| le (?:dernier )?(?:coup|score))?|correction"
        r"|retour(?: en arriere)?"
        r"|(?:c est |il y a |y a )?une erreur|(?:tu t es|tu as|vous vous etes) trompee?s?|annulation|undo"
        r"|tu as mal (?:compris|entendu)|c est pas ce que j ai dit|ce n est pas ce que j ai dit|j ai pas dit ca"
        r"|je n ai pas dit ca"
    ),
    Command.CONTEST: (
        r"(?:on |je |j |nous )?(?:conteste|contestes|contestez|contestons|contester|reclame"
        r"|proteste)(?: la (?:reponse|decision))?"
        r"|contestation|reclamation|(?:je (?:ne )?suis|on (?:n )?est) pas d accord|pas d accord|objection"
    ),
    Command.ARRIVAL: (
        r"arrivee|(?:il y a |y a |on a |voila |voici )(?:un |une )?(?:nouveau|nouvelle|nouvel arrivant"
        r"|joueur de plus|joueuse de plus)(?: joueur| joueuse)?|quelqu un (?:arrive|veut jouer|nous rejoint)"
        r"|(?:un |une )?(?:nouveau joueur|nouvelle joueuse|nouvel arrivant|joueur de plus|joueuse de plus)"
        r"|(?:je peux|on peut) (?:jouer|entrer|rejoindre)(?: aussi| la partie)?"
    ),
    Command.DEPARTURE: (
        r"depart|(?:je|on) (?:m en vais|s en va|pars|part|dois partir|doit partir|rentre|arrete de jouer"
        r"|quitte la partie)"
        r"|quelqu un (?:part|s en va|nous quitte|quitte la partie|doit partir)"
        r"|(?:il|elle) (?:part|s en va|doit partir|nous quitte|quitte la partie)"
    ),
    Command.ABSENT: (
        r"(?:il|elle) (?:n )?est (?:pas la|absente?|aux toilettes|au telephone|partie? fumer)|absente?"
        r"|on (?:saute|passe) son tour|on (?:le|la) (?:saute|passe)|sautez? son tour|passe son tour"
    ),
    Command.WRONG_PERSON: (
        r"(?:mais )?(?:c |ce |ca )?(?:n )?(?:etait|est) pas (?:moi|lui|elle|nous|eux|elles)(?: (?:qui"
        r"|que)(?: l)?(?: ai| a| avons| ont)?"
        r" ?(?:parle|crie|repondu|dit|joue|ca)*)?|(?:j ai|je n ai) (?:pas|rien) (?:parle|dit|crie)|pas (?:moi|lui|elle)"
        r"|(?:c est|c etait) (?:quelqu un d autre|un autre|une autre)|mauvaise personne|(?:tu t es"
        r"|vous vous etes) trompee?s? de"
        r" (?:personne|joueur|joueuse)"
    ),
}
_COMPILED = [(command, re.compile(pattern)) for command, pattern in _PATTERNS.items()]
_AROUND = re.compile(
    r"^(?:(?:euh+|heu+|bon|alors|eh|he|oh|ah|non|oui|ok|allez|allo|animateur|s il (?:te|vous) plait|svp|stop"
    r"|attends|attendez|mais|pardon"
    r"|excuse moi|excusez moi|dis|hep) )+|(?: (?:s il (?:te|vous) plait|svp|merci|animateur|maintenant|hein"
    r"|stop|alors|euh|la|quand meme|deja))+$"
)


@lru_cache(maxsize=1024)
def command(heard: str) -> Command | None:
    """The command a whole utterance is, however politely; None for anything longer or other."""
    text = joined([word for word in merged(heard) if word.key != ","])
    for candidate in dict.fromkeys((text, _AROUND.sub("", text), _AROUND.sub("", _AROUND.sub("", text)))):
        for one, pattern in _COMPILED:
            if pattern.fullmatch(candidate):
                return one
    half, parts = len(text.split()) // 2, text.split()
    return command(" ".join(parts[:half])) if half and parts[:half] == parts[half:] else None
