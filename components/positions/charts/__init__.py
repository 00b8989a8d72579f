"""A tidy table in, a chart out: of the room “Where am I?”."""
