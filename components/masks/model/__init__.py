"""Computations of the room “Attention masks” and their frozen results."""
