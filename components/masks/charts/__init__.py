"""Charts of the room “Attention masks”, made from tidy tables."""
