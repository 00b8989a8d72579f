"""Computations of the room “Where am I?”: names and strings in, frozen results out."""
