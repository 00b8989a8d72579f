"""Computations of the room “What the mask takes away”: names and strings in, frozen results out."""
