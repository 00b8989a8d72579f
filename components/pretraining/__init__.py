"""Computations, tables and charts of the room “Pre-training”."""
