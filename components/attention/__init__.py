"""Computations, tables and charts of the room “Attention”."""
