"""Computations of the room “Attention” and their frozen results."""
