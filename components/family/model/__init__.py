"""Computations of the room “Model family”: counts from the numbers of a configuration, without a model."""
