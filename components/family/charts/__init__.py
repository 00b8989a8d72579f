"""Charts of the room “Model family”, made from tidy tables."""
