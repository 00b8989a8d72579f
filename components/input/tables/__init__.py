"""Tables and findings of the room “Tokens and input”, made from results."""
