"""Computations of the room “Masked words” and their frozen results."""
