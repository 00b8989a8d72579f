"""Charts of the room “Speed and size”, made from tidy tables."""
