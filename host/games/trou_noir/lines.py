"""What the host says in Trou Noir. Each situation has several wordings; `n` (the turn) goes round them."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from host.dialogue.replies import Enumerated
from host.games.trou_noir.rules import members

T = TypeVar("T")

RULE = (
    "Tout le monde part en haut de l'échelle du QI. Une bonne réponse ne coûte rien, une mauvaise fait tomber. "
    "Dès que quelqu'un touche le fond, c'est fini, et le plus haut QI gagne."
)
WELCOME = (
    "Bienvenue dans le Trou Noir ! {players} : vous êtes tous brillants, vous avez {top} de QI. "
    "Profitez-en, ça ne durera pas."
)
WELCOME_BACK = "On remet le Trou Noir en marche, là où vous en étiez : {scores}."
WHO_IS_CULTURED = "Qui est la personne la plus cultivée de la table ? Donnez-moi un prénom."
WHO_AGAIN = "Alors, qui est le plus cultivé ? Un prénom !"
FIRST_DRAWN = (
    "Personne n'ose ? Le hasard décide : {cultured} est le plus cultivé. {first}, à sa gauche, répond en premier."
)
FIRST = "{cultured}, bien sûr. {first}, à sa gauche, répond en premier."
FIRST_SET = "{first} répond en premier."

TURN = ("{seat}, c'est à toi.", "À toi, {seat} !", "{seat}, à toi de jouer.", "{seat}, on t'écoute.")
TURN_TEAM = ("{seat}, c'est à vous.", "À vous, {seat} !", "{seat}, à vous de jouer.", "{seat}, on vous écoute.")
DOUBLE = (
    "{seat}, tu préfères une question sur le thème {theme_1}, pour moins {penalty_1} points de QI, "
    "ou sur le thème {theme_2}, pour moins {penalty_2} points de QI ?"
)
DOUBLE_TEAM = (
    "{seat}, vous préférez une question sur le thème {theme_1}, pour moins {penalty_1} points de QI, "
    "ou sur le thème {theme_2}, pour moins {penalty_2} points de QI ?"
)
DOUBLE_AGAIN = "{seat}, il faut choisir : {theme_1}, ou {theme_2} ?"
DOUBLE_DRAWN = "Je choisis pour toi : {theme}."
THEME = "{theme}."
ROULETTE = "Roulette russe, pour moins {penalty} ! {question}"
PROPOSALS = "A : {0}. B : {1}. C : {2}. Ou D : {3}."
GIVE_ME_FIVE = "Give me five ! Thème : {theme}. Quinze secondes, cinq réponses."
GO = "Top !"
LIST_OVER = "Stop !"
FOUND = "{count} sur {wanted}"
ALL_FIVE = ("Cinq sur cinq !", "Les cinq y sont, chapeau !", "Cinq ! Quelle mitraillette !")
SOME_FOUND = "{count} sur {wanted} : {found}."
NONE_FOUND = "Zéro sur {wanted}. Un grand moment de solitude."
ALSO_POSSIBLE = "Il y avait aussi : {missed}."
PLUS_OU_MOINS = "C'est plus, ou moins ? Deux comparaisons, thème {theme}."
COMPARISON = "{question} {first}, ou {second} ?"
SECOND_COMPARISON = "Et maintenant : {question} {first}, ou {second} ?"
CAUCHEMAR = "Cauchemar ! Cinq questions, vrai ou faux. Une seule erreur, et c'est moins {penalty}."
CLAIM = "{theme}. {text} Vrai, ou faux ?"
CAUCHEMAR_SURVIVED = "Cinq sur cinq ! Tu sors vivant du cauchemar."
INFO_INTOX = "Info, ou intox ? Deux affirmations sur le thème {theme}."
FIRST_STATEMENT = "La première. {text}"
SECOND_STATEMENT = "La deuxième. {text}"

RIGHT = ("Exact !", "Bravo, c'est juste !", "Oui, c'est ça !", "Bonne réponse !", "Juste !")
WRONG = ("Eh non !", "Raté !", "Non, désolé !", "Hélas non !", "C'est faux !")
THE_ANSWER = "La bonne réponse : {answer}."
TIME_OVER = ("Temps écoulé !", "Trop tard, c'est fini !", "Le temps est passé !")
PASSED = ("Tu passes, donc tu paies.", "Passer, c'est perdre.", "Bon, on ne saura jamais.")
TRUTH = {
    "info": "C'était une info.",
    "intox": "C'était une intox.",
    "vrai": "C'était vrai.",
    "faux": "C'était faux.",
}

WEAPON = {
    "sniper": "Sniper ! {seat}, tu as le doigt sur la gâchette : juste, et ta victime perd trente points.",
    "grappin": "Grappin ! {seat}, tu peux remonter, et tirer quelqu'un vers le haut avec toi.",
    "dynamite": "Dynamite ! {seat} : juste, tu gagnes dix points. Faux, ça t'explose dans les mains, vingt de plus.",
    "jetpack": "Jetpack ! {seat}, une bonne réponse et tu t'envoles de trente points.",
    "armageddon": "Armageddon ! {seat} : si tu réponds juste, tous les autres perdent vingt points. Tremblez.",
}
WEAPON_TEAM = {
    "sniper": "Sniper ! {seat}, vous avez le doigt sur la gâchette : juste, et votre victime perd trente points.",
    "grappin": "Grappin ! {seat}, vous pouvez remonter, et tirer quelqu'un vers le haut avec vous.",
    "dynamite": "Dynamite ! {seat} : juste, vous gagnez dix points. Faux, elle vous saute au nez, vingt de plus.",
    "jetpack": "Jetpack ! {seat}, une bonne réponse et vous vous envolez de trente points.",
    "armageddon": "Armageddon ! {seat} : si vous répondez juste, tous les autres perdent vingt points. Tremblez.",
}
WHO_TEAM = {
    "sniper": "{seat}, qui est votre victime : {others} ?",
    "grappin": "{seat}, qui voulez-vous aider : {others} ?",
}
WHO = {
    "sniper": "{seat}, qui est ta victime : {others} ?",
    "grappin": "{seat}, qui veux-tu aider : {others} ?",
}
WHO_THEN = "Un nom, {seat} : {others} ?"
AIMED = {
    "sniper": "{target} est dans le viseur.",
    "grappin": "{target} s'accroche à ta corde.",
}
WEAPON_HITS = {
    "sniper": "Dans le mille ! {target} prend la balle.",
    "grappin": "Le grappin tient bon : {seat} et {target} remontent.",
    "dynamite": "Mèche éteinte, bravo.",
    "jetpack": "Décollage !",
    "armageddon": "Boum ! Tous les autres s'écrasent.",
}
WEAPON_MISSES = {
    "sniper": "Le coup est parti dans ton pied. {target} respire.",
    "grappin": "La corde casse. {target} n'a rien senti, toi si.",
    "dynamite": "Boum ! Vingt points de plus en fumée.",
    "jetpack": "Panne sèche : le jetpack reste au sol.",
    "armageddon": "La bombe fait pschitt, et c'est toi qui tombes.",
}

TEAMS = "Vous êtes {number} ! Pour que ça aille plus vite, on joue en équipes ? Ce serait : {teams}. Oui, ou non ?"
DURATION = "On vise {minutes} minutes : {cards} cartes environ, ou le premier au fond du trou."
LAST_ROUND = "Attention, dernier tour !"
CARDS_OUT = "C'est l'heure, on s'arrête là."
ABSENT = "{seat} n'est pas là, on passe."
ABSENT_TEAM = "{seat} ne sont pas là, on passe."
REPLACED = "Ce n'était pas la bonne personne ? On oublie : {seat}, voici une autre carte."
WHO_COMES = "Un nouveau cerveau ! Quel prénom ? Au clavier, c'est plus sûr."
WHO_COMES_AGAIN = "Redis-moi ce prénom, ou tape-le au clavier."
COMES_SURE = "{seat} entre dans la partie, c'est bien ça ?"
NAME_TAKEN = "Il y a déjà {name} à la table : il faut un autre nom."
NOBODY_COMES = "Bon, personne n'arrive. On continue."
ARRIVED = "Bienvenue {seat} ! Tu commences à {qi}, après tout le monde."
FULL = "Il y a déjà {most} pions : entrez dans une équipe."
WHO_GOES = "Qui s'en va ?"
GOES_SURE = "{seat} quitte la partie, c'est bien ça ?"
NOBODY_GOES = "Personne ne part ? Tant mieux, on continue."
LEFT = "Au revoir {seat} !"
ALONE = "Il ne reste plus personne en face : la partie s'arrête là."

RISES_TEAM = ("{seat} remontent à {qi} !", "{seat} regagnent des neurones : {qi}.")
STAYS_TEAM = ("{seat} restent à {qi}.", "{seat} ne bougent pas : {qi}.", "Toujours {qi} pour {seat}.")
FALLS_TEAM = ("{seat} perdent {penalty} points, et tombent à {qi}.", "Moins {penalty} : {seat} descendent à {qi}.")
RISES = ("{seat} remonte à {qi} !", "{seat} regagne des neurones : {qi}.")
STAYS = ("{seat} reste à {qi}.", "{seat} ne bouge pas : {qi}.", "Toujours {qi} pour {seat}.")
FALLS = ("{seat} perd {penalty} points, et tombe à {qi}.", "Moins {penalty} : {seat} descend à {qi}.")
DANGER = ("{seats} : plus qu'un souffle avant le trou…", "Ça sent le trou noir pour {seats}.")
HOLE = "{seat} touche le fond : zéro de QI ! Le Trou Noir l'a avalé. Sorry, bye bye !"
HOLE_TEAM = "{seat} touchent le fond : zéro de QI ! Le Trou Noir les a avalés. Sorry, bye bye !"
STANDINGS = "Les scores : {scores}."
WINNER = "{winners} gagne, avec {qi} de QI. Quel cerveau !"
WINNER_TEAM = "{winners} gagnent, avec {qi} de QI. Quels cerveaux !"
WINNERS = "Égalité ! {winners} gagnent ensemble, avec {qi} de QI."
RESHUFFLE = "Le paquet est épuisé, je le mélange."


def penalty_forms(penalty: int) -> tuple[str, ...]:
    """How a player names a penalty."""
    return f"moins {penalty}", f"{penalty} points", str(penalty)


def pick(wordings: Sequence[str], n: int, **values: object) -> str:
    """The n-th wording, round and round."""
    return wordings[n % len(wordings)].format(**values)


def scores(qi: Mapping[str, int]) -> str:
    """The standings, highest first; equal ones in seat order."""
    return ", ".join(f"{seat} {value}" for seat, value in sorted(qi.items(), key=lambda item: -item[1]))


def together(names: Sequence[str]) -> str:
    """Names joined as one says them: "Ana, Bob et Chloé"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} et {names[-1]}"


def of(seat: str, one: T, team: T) -> T:
    """What is said of or to a pawn: a team is several people (N21)."""
    return team if len(members(seat)) > 1 else one


def listed(names: Sequence[str]) -> str:
    """Names to choose from: "Ana, Bob, ou Chloé"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])}, ou {names[-1]}"


def moved(n: int, seat: str, before: int, qi: int) -> str:
    """Where a turn left a pawn."""
    if qi > before:
        return pick(of(seat, RISES, RISES_TEAM), n, seat=seat, qi=qi)
    if qi == before:
        return pick(of(seat, STAYS, STAYS_TEAM), n, seat=seat, qi=qi)
    return pick(of(seat, FALLS, FALLS_TEAM), n, seat=seat, penalty=before - qi, qi=qi)


def counted(listed: Enumerated, wanted: int, found: str) -> str:
    """What a Give me 5 came to."""
    if listed.count >= wanted:
        return pick(ALL_FIVE, len(listed.heard))
    return (
        SOME_FOUND.format(count=listed.count, wanted=wanted, found=found or "…")
        if listed.count
        else NONE_FOUND.format(wanted=wanted)
    )
