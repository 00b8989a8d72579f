"""Charts of the room “What each layer knows”, made from tidy tables."""
