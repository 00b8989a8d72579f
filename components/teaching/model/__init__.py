"""Names and sentences in, frozen results out: of the room “Teach it something”."""
