"""A tidy table in, a chart out: of the room “Who looks at whom?”."""
