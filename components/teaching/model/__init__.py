"""Computations of the room “Fine-tuning” and their frozen results."""
