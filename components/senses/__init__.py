"""Computations, tables and charts of the room “Word meanings”."""
