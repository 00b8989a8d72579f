"""Computations, tables and charts of the room “Change its mind”."""
