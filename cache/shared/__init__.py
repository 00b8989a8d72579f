"""Cached results that several rooms share."""
