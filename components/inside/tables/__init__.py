"""Tables, texts and bytes of the room “Inside a layer”."""
