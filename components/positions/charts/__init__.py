"""Charts of the room “Where am I?”: a tidy table in, an Altair chart out."""
