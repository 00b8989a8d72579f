"""Tables and findings of the room “Attention”, made from results."""
