"""A tidy table in, a chart out: of the room “Teach it something”."""
