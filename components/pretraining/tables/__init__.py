"""A result in, a tidy table out: of the room “How it learned”."""
