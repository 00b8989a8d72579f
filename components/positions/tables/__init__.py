"""Tables and findings of the room “Positions”, made from results."""
