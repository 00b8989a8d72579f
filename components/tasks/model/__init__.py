"""Names and sentences in, frozen results out: of the room “One encoder, many heads”."""
