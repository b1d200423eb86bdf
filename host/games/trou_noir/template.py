"""The commented scenario that `animateur scenario --template trou-noir` prints; a test runs it."""

TEMPLATE = """\
# Un scénario de Trou Noir : une soirée écrite d'avance. Lancez : animateur scenario FICHIER
game: trou-noir
players: [Ana, Bob]                # 2 à 8, dans l'ordre de la table
options:
  depart: 200                      # première case, 100 à 300 (N1)
  temps_reponse_s: 20              # temps pour commencer à répondre (N11)
  temps_premier_s: 10              # temps pour dire qui est le plus cultivé (N2)
seed: 1
start:                             # facultatif : où la partie commence
  scores: {Ana: 20, Bob: 50}       # QI de chacun, une case de l'échelle
  first: Ana                       # qui répond en premier ; sinon l'animateur le demande
draws:                             # facultatif : force des tirages, par clé
  paquet.1: [mer, ville, faits]    # l'ordre des cartes du paquet, puis paquet.2 …
  # premier.tire: [Bob]            # le plus cultivé, si personne ne le dit
  # t2.ordre: [Paris, …]           # l'ordre des propositions d'une roulette, au tour 2
  # t1.theme.tire: ["0"]           # le thème d'un Double, si le joueur ne choisit pas
content:                           # facultatif : un nom de paquet, un fichier, ou des cartes ici
  format: 1
  game: trou-noir
  title: Exemple
  description: Trois cartes pour montrer la forme.
  audience: tous
  cards:
    - id: mer
      type: double
      questions:
        - {theme: Poissons, penalty: 20, question: "Quel poisson plat porte aussi le nom d'une chaussure ?",
           answer: {kind: text, right: la sole}}
        - {theme: Marées, penalty: 10, question: "Quel astre cause surtout les marées ?",
           answer: {kind: text, right: la Lune, accept: [la lune], reject: [le soleil]}}
    - id: ville
      type: roulette
      theme: Villes
      question: Quelle est la capitale de l'Italie ?
      proposals: [{label: Rome}, {label: Milan}, {label: Naples}, {label: Turin}]
      right: Rome
    - id: faits
      type: info_intox
      theme: Animaux
      statements:
        - {text: Une araignée a huit pattes., truth: info, why: Les insectes en ont six.}
        - {text: La baleine est un poisson., truth: intox, why: C'est un mammifère.}
heard:                             # une réponse par écoute, dans l'ordre
  - "Poissons"                     # t1.theme : le thème d'un Double
  - {say: "euh, la sole", after_s: 3.2}                 # t1.reponse
  - {when: "t2.reponse", say: "Milan"}                  # pour toute clé qui correspond (roulette : t2.reponse)
  - {silence: true}                # t3.affirmation1 : rien avant la fin du temps
  - "vrai"                         # t3.affirmation2
  # Autres clés : premier, premier.encore ; t1.theme.redit ; après un doute : t1.reponse.encore,
  # puis la table tranche au clavier : {keys: juste} pour t1.reponse.table.
expect:
  ended: trou-noir
  scores: {Ana: 0, Bob: 10}
  winners: [Bob]
  said: ["La bonne réponse : Rome", "touche le fond"]
  unsaid: []
"""
