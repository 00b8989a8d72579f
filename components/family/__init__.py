"""Computations, tables and charts of the room “Model family”."""
