"""Tables and findings of the room “Attention masks”, made from results."""
