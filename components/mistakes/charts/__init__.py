"""A tidy table in, a chart out: of the room “What goes wrong”."""
