"""A result in, a tidy table out: of the room “What does it read?”."""
