"""Names and strings in, frozen results out: of the room “What a small one keeps”."""
