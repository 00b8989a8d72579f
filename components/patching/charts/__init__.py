"""Charts of the room “Change its mind”, made from tidy tables."""
