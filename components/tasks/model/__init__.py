"""Computations of the room “Tasks” and their frozen results."""
