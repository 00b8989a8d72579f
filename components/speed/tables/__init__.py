"""Tables and findings of the room “Half the layers”, made from results."""
