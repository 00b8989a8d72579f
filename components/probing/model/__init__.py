"""Computations of the room “What each layer knows”: probes of the vectors of every layer."""
