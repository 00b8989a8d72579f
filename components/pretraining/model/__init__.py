"""Names and strings in, frozen results out: of the room “How it learned”."""
