"""The modes of the room “What each layer knows”."""
