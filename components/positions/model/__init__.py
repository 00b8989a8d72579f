"""Computations of the room “Positions” and their frozen results."""
