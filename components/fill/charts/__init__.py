"""A tidy table in, a chart out: of the room “Fill the blank”."""
