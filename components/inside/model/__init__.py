"""Computations of the room “Inside a layer” and their frozen results."""
