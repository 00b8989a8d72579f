"""A tidy table in, a chart out: of the room “What the mask takes away”."""
