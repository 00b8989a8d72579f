"""Charts of the room “Attention”, made from tidy tables."""
