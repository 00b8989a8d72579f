"""Tables and findings of the room “Speed and size”, made from results."""
