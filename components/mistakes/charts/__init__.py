"""Charts of the room “Common mistakes”, made from tidy tables."""
