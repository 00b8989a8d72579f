"""Computations, tables and charts of the room “Tokens and input”."""
