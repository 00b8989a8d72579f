"""Charts of the room “Tokens and input”, made from tidy tables."""
