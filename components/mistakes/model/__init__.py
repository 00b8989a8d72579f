"""Names and strings in, frozen results out: of the room “What goes wrong”."""
