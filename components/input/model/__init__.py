"""Computations of the room “Tokens and input” and their frozen results."""
