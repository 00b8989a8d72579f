"""What the room “Half the layers” is built from."""
