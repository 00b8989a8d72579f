"""Computations, tables and charts of the room “Masked words”."""
