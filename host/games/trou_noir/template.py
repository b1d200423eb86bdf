"""The commented scenario that `animateur scenario --template trou-noir` prints; a test runs it."""

TEMPLATE = """\
# Un scénario de Trou Noir : une soirée écrite d'avance. Lancez : animateur scenario FICHIER
game: trou-noir
players: [Ana, Bob]                # 2 à 8 pions, dans l'ordre de la table ; « Ana+Bob » est une équipe
options:
  depart: 200                      # première case, 100 à 300 (N1) ; sans elle, duree_min décide
  temps_reponse_s: 20              # temps pour commencer à répondre (N11)
  temps_premier_s: 10              # temps pour dire qui est le plus cultivé, ou qui on vise (N2, N18)
  duree_min: 0                     # 30, 45 ou 60 minutes, 0 : sans limite (E5)
  equipes: proposer                # à partir de six pions : proposer, oui, non (E5)
seed: 1
start:                             # facultatif : où la partie commence
  scores: {Ana: 40, Bob: 110}      # QI de chacun, une case de l'échelle
  first: Ana                       # qui répond en premier ; sinon l'animateur le demande
draws:                             # facultatif : force des tirages, par clé
  paquet.1: [mer, faits, cites, mesures, nuit, ville]    # l'ordre des cartes du paquet, puis paquet.2 …
  t6.ordre: [Rome, Milan]          # l'ordre des propositions d'une roulette, au tour 6
  # premier.tire: [Bob]            # le plus cultivé, si personne ne le dit
  # t1.theme.tire: ["0"]           # le thème d'un Double, si le joueur ne choisit pas
  # t1.cible.tire: [Bob]           # la cible d'une arme, si le joueur ne vise personne
content:                           # facultatif : un nom de paquet, un fichier, ou des cartes ici
  format: 1
  game: trou-noir
  title: Exemple
  description: Une carte de chaque type pour montrer la forme.
  audience: tous
  # weapons: {150: dynamite, 130: sniper}   # facultatif : les armes d'une échelle de 200, au lieu de celles du jeu
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
    - id: cites
      type: give_me_5              # tout ce que la table peut citer ; « also » : d'autres noms du même élément
      theme: Géographie
      question: Cite cinq grandes villes de France.
      elements: [{label: Paris, also: [Paname]}, {label: Lyon}, {label: Marseille}, {label: Lille}, {label: Nantes},
                 {label: Bordeaux}, {label: Toulouse}, {label: Rennes}]
      reject: [Bruxelles]
    - id: mesures
      type: plus_ou_moins
      theme: Mesures
      comparisons:
        - {question: "Quel fleuve est le plus long ?", items: [{label: La Loire}, {label: La Seine}], right: La Loire,
           why: "Mille kilomètres contre moins de huit cents."}
        - {question: "Quelle tour est la plus haute ?", items: [{label: La tour Montparnasse}, {label: La tour Eiffel}],
           right: La tour Eiffel, why: "Trois cent trente mètres contre deux cent dix."}
    - id: nuit
      type: cauchemar
      penalty: 30                  # facultatif, comme toutes les pénalités sauf celles d'un Double (N4)
      claims:
        - {theme: Nature, text: Le chêne donne des glands., truth: vrai, why: On les voit en automne.}
        - {theme: Cuisine, text: La béchamel contient du chocolat., truth: faux, why: "Du beurre et du lait."}
        - {theme: Sport, text: Une équipe de handball aligne sept joueurs., truth: vrai, why: Le gardien compris.}
        - {theme: Histoire, text: Napoléon est né en Islande., truth: faux, why: Il est né à Ajaccio.}
        - {theme: Sciences, text: L'eau gèle à zéro degré., truth: vrai, why: Au niveau de la mer.}
heard:                             # une réponse par écoute, dans l'ordre
  - "Poissons"                     # t1.theme : le thème d'un Double ; Ana part d'une case Armageddon
  - {say: "euh, la sole", after_s: 3.2}                 # t1.reponse : Ana 50, Bob 90
  - {silence: true}                # t2.affirmation1 : rien avant la fin du temps
  - "vrai"                         # t2.affirmation2 : deux erreurs, Bob 40 ; à deux, le Grappin ne demande rien
  - list:                          # t3.liste : chaque élément avec l'instant où il commence ; Ana 40
      [{say: Paris, after_s: 1.2}, {say: Lyon, after_s: 3}, {say: Paname, after_s: 5}, {say: Lille, after_s: 9},
       {say: Nantes, after_s: 14.9}, {say: Rennes, after_s: 15.2}]
  - "la Loire"                     # t4.comparaison1
  - "la tour Eiffel"               # t4.comparaison2 : Armageddon, Bob 50, Ana 20
  - {when: "t5.question[135]", say: "vrai"}             # pour toute clé qui correspond (t5.question1 à 5)
  - {when: "t5.question[24]", say: "faux"}              # Armageddon encore : Ana 30, Bob 30
  - "Milan"                        # t6.reponse
  # Autres clés : equipes ; premier, premier.redit ; t1.cible, t1.cible.redit ; t1.theme.redit ;
  # après un doute : t1.reponse.encore, puis la table tranche au clavier : {keys: juste} pour t1.reponse.table.
  # « arrivée », « départ », « il n'est pas là », « c'était pas lui », « corrige » et « conteste » se disent aussi ici ;
  # ensuite : t1.arrivee, t1.arrivee.sur ; t1.depart, t1.depart.sur ; et la question revient en t1.1.reponse.
expect:
  ended: trou-noir
  scores: {Ana: 30, Bob: 0}
  winners: [Ana]
  said: ["Armageddon !", "4 sur 5", "Tu sors vivant du cauchemar", "La bonne réponse : Rome", "touche le fond"]
  unsaid: []
"""
