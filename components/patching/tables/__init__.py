"""Tables and findings of the room “Change its mind”, made from results."""
