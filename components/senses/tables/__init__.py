"""Tables and findings of the room “Which bank?”, made from results."""
