"""Computations of the room “Common mistakes” and their frozen results."""
