"""Tidy tables in, charts out: of the room “One encoder, many heads”."""
