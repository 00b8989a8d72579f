"""Computations of the room “Word meanings” and their frozen results."""
