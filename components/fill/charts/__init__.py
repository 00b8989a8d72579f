"""Charts of the room “Masked words”, made from tidy tables."""
