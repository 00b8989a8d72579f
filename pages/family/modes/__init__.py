"""The view of the room “Model family”."""
