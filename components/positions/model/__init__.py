"""Names and strings in, frozen results out: of the room “Where am I?”."""
