"""Tables and findings of the room “Model family”, made from results."""
