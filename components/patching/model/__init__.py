"""Computations of the room “Change its mind” and their frozen results."""
