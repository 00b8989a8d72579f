"""Tables and findings of the room “What each layer knows”."""
