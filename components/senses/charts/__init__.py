"""Charts of the room “Word meanings”, made from tidy tables."""
