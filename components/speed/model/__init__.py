"""Computations of the room “Half the layers” and their frozen results."""
