"""Computations of the room “Pre-training” and their frozen results."""
