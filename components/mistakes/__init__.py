"""Computations, tables and charts of the room “Common mistakes”."""
