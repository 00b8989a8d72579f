"""Tables and findings of the room “Pre-training”, made from results."""
