"""Charts of the room “What the mask takes away”: a tidy table in, an Altair chart out."""
