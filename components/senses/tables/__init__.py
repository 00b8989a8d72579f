"""Tables and findings of the room “Word meanings”, made from results."""
