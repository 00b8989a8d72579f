"""Cached results of the room “Tests of language”."""
