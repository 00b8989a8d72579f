"""Charts of the room “Which bank?”, made from tidy tables."""
