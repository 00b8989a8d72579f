"""Charts of the room “What a small one keeps”, made from tidy tables."""
