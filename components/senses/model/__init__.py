"""Computations of the room “Which bank?” and their frozen results."""
