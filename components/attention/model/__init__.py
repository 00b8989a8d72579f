"""Names and strings in, frozen results out: of the room “Who looks at whom?”."""
