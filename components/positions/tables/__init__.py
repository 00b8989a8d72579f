"""A result in, a tidy table out: of the room “Where am I?”."""
