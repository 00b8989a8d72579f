"""The ways of asking in the room "Fill the blank": one module each, opened by name, computing nothing before that."""
