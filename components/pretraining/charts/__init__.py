"""Charts of the room “Pre-training”, made from tidy tables."""
