"""Computations of the room “Distillation” and their frozen results."""
