"""Tables and findings of the room “Tests of language”."""
