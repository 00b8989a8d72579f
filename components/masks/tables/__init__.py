"""A result in, a tidy table out: of the room “What the mask takes away”."""
