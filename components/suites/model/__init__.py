"""Computations of the room “Tests of language” and their frozen results."""
