"""Computations about masked positions that several rooms share."""
