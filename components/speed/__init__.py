"""Models, tables and charts of the room “Half the layers”."""
