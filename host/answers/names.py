"""Names of people: which part tells who is meant."""

from host.answers.normalise import fold

SUFFIXES = frozenset(["fils", "pere", "junior", "jr", "senior", "aine", "cadet", "jeune", "ancien"])

_GIVEN = """
Abraham Adam Agatha Alain Alan Albert Alberto Alexandra Alexandre Alexandrine Alexei Alexis Alfred Alice Aline
Alphonse Amadeus Amelia Amy Anatole Andrea Andreï André Andy Angela Angelina Anna Anne Annie Antoine Anton Antonin
Antonio Ariana Arnold Arthur Astrid Audrey Auguste Augustin Aurélie Baptiste Barack Barbara Bartolomé Benjamin
Benoît Bernadette Bernard Bertrand Bill Blaise Bob Boris Brad Brigitte Britney Bruce Bruno Béla Camille Carl Carla
Carole Caroline Catherine Charles Charlie Charlotte Che Chloé Christian Christine Christophe Claire Clara Claude
Claudia Clint Clémence Clément Coco Colette Corinne Cristiano Cécile Céline Damien Dan Daniel Danielle David Denis
Denise Diane Diego Dimitri Dominique Donald Edgar Edmond Edouard Edvard Edward Elena Elizabeth Elon Elton Elvis
Emily Emma Emmanuel Enzo Erik Ernest Ernesto Erwin Estelle Eugène Eva Eve Fabien Fabrice Federico Ferdinand Fernand
Fernando Fidel Fiodor Florence Florent Franck Frank Franklin Franz François Françoise Fred Frida Friedrich Frédéric
Frédérique Fyodor Félix Gabriel Gabriela Gaspard Gaston Georg George Georges Georgia Germaine Gilbert Gilles
Giovanni Giuseppe Grace Greta Guglielmo Guillaume Gustav Gustave Guy Gérard Hans Harrison Harry Hector Henri Henry
Herbert Herman Hermann Hernán Homer Honoré Howard Hubert Hugo Hélène Ian Igor Indira Ingrid Isaac Isabelle Isadora
Jack Jackie Jacob Jacques James Jan Jane Janis Jean Jean-Jacques Jeanne Jeff Jennifer Jerry Jim Jimi Joachim Joan
Joanne Joe Johann Johannes John Johnny Jonathan Joseph José Joséphine Juan Jules Julia Julie Julien Juliette Julio
Justin Jérôme Jésus Karim Karl Kate Katy Kevin Kurt Kylian Lady Laetitia Laure Laurent Leonardo Leonhard Lewis Liam
Lionel Lise Louis Louise Luc Luca Lucas Lucie Lucien Lucy Ludovic Ludwig Luigi Luis Luke Léa Léo Léon Léonard Léonie
Madame Madeleine Mahatma Manuel Marc Marcel Marco Margaret Margot Marguerite Maria Marie Marilyn Marine Mario Marion
Mark Marlon Marlène Martha Martin Martine Mary Mathieu Mathilde Matthieu Maurice Max Maxime Maximilien Meryl Michael
Michel Michèle Mick Miguel Mike Mikhaïl Milan Mireille Mohamed Mohandas Monica Morgan Muhammad Nadia Napoléon
Natacha Nathalie Neil Nelson Neymar Niccolò Nicolas Nicolaï Niels Nikita Nikola Nora Noël Olivia Olivier Olympe Omar
Oscar Oskar Otto Pablo Pamela Pascal Patrick Paul Paula Pauline Paulo Pedro Penélope Peter Philip Philippe Pierre
Piotr Quentin Rachel Rainer Ralph Raoul Raphaël Ray Raymond René Renée Ricardo Richard Rita Robert Roberto Robin
Roger Roland Romain Roman Romy Roméo Ronald Rosa Rudolf Rudyard Sacha Salma Salvador Sam Samuel Sandra Sandro Sarah
Scarlett Sean Serena Serge Sergueï Shah Sharon Sigmund Simon Simone Sofia Sophie Stan Stanley Stefan Stella Stendhal
Stephen Steve Steven Stéphane Suzanne Sylvain Sylvester Sylvie Sébastien Taylor Theodor Thierry Thomas Théodore
Théophile Thérèse Tim Tina Tom Tony Tristan Umberto Ursula Usain Valentin Valentina Valérie Valéry Vasco Venus
Victor Victoria Vincent Virginia Virginie Vivien Vladimir Volodymyr Véronique Walt Walter Whitney Wilhelm Will
William Winston Wolfgang Woody Xavier Yannick Yasmina Yves Yvette Zinédine Zoé Édgar Édith Édouard Éliane Élisabeth
Élodie Éléonore Émile Émilie Érasme Éric Étienne Évariste
"""
GIVEN = frozenset(fold(name) for name in _GIVEN.split())


def is_person(content: tuple[str, ...], named: bool) -> bool:
    """Whether words that look like a name are somebody's: the first is a given name, the last is no number."""
    return named and content[0] in GIVEN and not content[-1].startswith("#")


def telling(content: tuple[str, ...]) -> set[int]:
    """Places of the words that must be heard: the family name, and a number or "fils" if there is one."""
    places = {i for i, word in enumerate(content) if word.startswith("#") or (word in SUFFIXES and i > 0)}
    plain = [i for i in range(len(content)) if i not in places]
    return places | ({plain[-1]} if plain else set())


def initial(heard: str, given: str) -> bool:
    """ "V. Hugo" for Victor Hugo."""
    return len(heard) == 1 and given.startswith(heard)
