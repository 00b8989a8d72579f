"""A result in, a tidy table out: of the room “Fill the blank”."""
