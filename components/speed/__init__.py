"""Computations, tables and charts of the room “Speed and size”."""
