"""Computations, tables and charts of the room “What each layer knows”."""
