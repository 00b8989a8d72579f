"""Charts of the room “Tests of language”."""
