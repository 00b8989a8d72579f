"""Names and strings in, frozen results out: of the room “Half the layers”."""
