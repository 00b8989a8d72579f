"""Search over the whole app: rooms, views, terms, examples and stops of tours."""
