"""Names and strings in, frozen results out: of the room “Fill the blank”."""
