"""A tidy table in, a chart out: of the room “How it learned”."""
