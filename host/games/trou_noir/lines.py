"""What the host says in Trou Noir. Each situation has several wordings; `n` (the turn) goes round them."""

from collections.abc import Mapping, Sequence

RULE = (
    "Tout le monde part en haut de l'échelle du QI. Une bonne réponse ne coûte rien, une mauvaise fait tomber. "
    "Dès que quelqu'un touche le fond, c'est fini, et le plus haut QI gagne."
)
WELCOME = (
    "Bienvenue dans le Trou Noir ! {players} : vous êtes tous brillants, vous avez {top} de QI. "
    "Profitez-en, ça ne durera pas.",
)
WHO_IS_CULTURED = "Qui est la personne la plus cultivée de la table ? Donnez-moi un prénom."
WHO_AGAIN = "Alors, qui est le plus cultivé ? Un prénom !"
FIRST_DRAWN = (
    "Personne n'ose ? Le hasard décide : {cultured} est le plus cultivé. {first}, à sa gauche, répond en premier."
)
FIRST = "{cultured}, bien sûr. {first}, à sa gauche, répond en premier."
FIRST_SET = "{first} répond en premier."

TURN = ("{seat}, c'est à toi.", "À toi, {seat} !", "{seat}, à toi de jouer.", "{seat}, on t'écoute.")
DOUBLE = (
    "{seat}, tu préfères une question sur le thème {theme_1}, pour moins {penalty_1} points de QI, "
    "ou sur le thème {theme_2}, pour moins {penalty_2} points de QI ?"
)
DOUBLE_AGAIN = "{seat}, il faut choisir : {theme_1}, ou {theme_2} ?"
DOUBLE_DRAWN = "Je choisis pour toi : {theme}."
THEME = "{theme}."
ROULETTE = "Roulette russe, pour moins {penalty} ! {question}"
PROPOSALS = "A : {0}. B : {1}. C : {2}. Ou D : {3}."
INFO_INTOX = "Info, ou intox ? Deux affirmations sur le thème {theme}."
FIRST_STATEMENT = "La première. {text}"
SECOND_STATEMENT = "La deuxième. {text}"

RIGHT = ("Exact !", "Bravo, c'est juste !", "Oui, c'est ça !", "Bonne réponse !", "Juste !")
WRONG = ("Eh non !", "Raté !", "Non, désolé !", "Hélas non !", "C'est faux !")
THE_ANSWER = "La bonne réponse : {answer}."
TIME_OVER = ("Temps écoulé !", "Trop tard, c'est fini !", "Le temps est passé !")
PASSED = ("Tu passes, donc tu paies.", "Passer, c'est perdre.", "Bon, on ne saura jamais.")
TRUTH = {"info": "C'était une info.", "intox": "C'était une intox."}

STAYS = ("{seat} reste à {qi}.", "{seat} ne bouge pas : {qi}.", "Toujours {qi} pour {seat}.")
FALLS = ("{seat} perd {penalty} points, et tombe à {qi}.", "Moins {penalty} : {seat} descend à {qi}.")
HOLE = "{seat} touche le fond : zéro de QI ! Le Trou Noir l'a avalé. Sorry, bye bye !"
STANDINGS = "Les scores : {scores}."
WINNER = "{winners} gagne, avec {qi} de QI. Quel cerveau !"
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
