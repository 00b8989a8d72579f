"""Tables and findings of the room “Where am I?”: a result in, a tidy table or a sentence out."""
