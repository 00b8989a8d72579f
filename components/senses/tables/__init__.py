"""A result in, a tidy table out: of the room “Which bank?”."""
