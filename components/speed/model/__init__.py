"""Computations of the room “Speed and size” and their frozen results."""
