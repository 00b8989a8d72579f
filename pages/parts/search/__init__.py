"""Search over rooms, views, terms, examples and stops of tours."""
