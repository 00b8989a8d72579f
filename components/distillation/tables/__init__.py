"""A result in, a tidy table out: of the room “What a small one keeps”."""
