"""Charts of the room “Half the layers”, made from tidy tables."""
