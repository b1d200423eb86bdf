"""The words a game and its evening exchange: requests, what they expect, and replies."""
