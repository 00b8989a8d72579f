"""Tables and findings of the room “Tasks”, made from results."""
