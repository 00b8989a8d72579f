"""A result in, a tidy table out: of the room “Half the layers”."""
