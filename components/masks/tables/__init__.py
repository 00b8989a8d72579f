"""Tables and findings of the room “What the mask takes away”: a result in, a tidy table or a sentence out."""
