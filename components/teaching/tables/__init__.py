"""A result in, a tidy table or a sentence out: of the room “Teach it something”."""
