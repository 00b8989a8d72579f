"""Charts of the room “Positions”, made from tidy tables."""
