"""Charts of the room “Tasks”, made from tidy tables."""
