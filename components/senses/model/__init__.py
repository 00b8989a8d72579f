"""Names and strings in, frozen results out: of the room “Which bank?”."""
