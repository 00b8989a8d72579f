"""Tables and findings of the room “Common mistakes”, made from results."""
