"""Charts of the room “Inside a layer”."""
