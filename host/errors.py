"""Errors a user can mend."""


class UserError(Exception):
    """Bad input. Its text is one French line: what is wrong, where, and what to do. The program ends with code 2."""


class ExpectationNotMet(Exception):
    """A scenario went otherwise than it expected. The program ends with code 1."""
