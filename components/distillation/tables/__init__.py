"""Tables and findings of the room “What a small one keeps”, made from results."""
