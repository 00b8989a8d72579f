"""Computations of the room “What a small one keeps” and their frozen results."""
