"""A result in, a tidy table out: of the room “Who looks at whom?”."""
