"""A tidy table in, a chart out: of the room “What a small one keeps”."""
