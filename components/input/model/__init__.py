"""Names and strings in, frozen results out: of the room “What does it read?”."""
