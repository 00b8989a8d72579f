"""Computations, tables and charts of the room “Distillation”."""
