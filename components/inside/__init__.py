"""Computations, tables and charts of the room “Inside a layer”."""
