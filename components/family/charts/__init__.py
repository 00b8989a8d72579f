"""A tidy table in, a chart out: of the room “The family”."""
