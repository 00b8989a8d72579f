"""Results in, tidy tables out: of the room “One encoder, many heads”."""
