"""Tables and findings of the room “Masked words”, made from results."""
