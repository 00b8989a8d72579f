"""Computations, tables and charts of the room “Tests of language”."""
