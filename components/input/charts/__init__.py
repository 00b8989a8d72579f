"""A tidy table in, a chart out: of the room “What does it read?”."""
