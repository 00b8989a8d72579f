"""What the room “Fill the blank” is built from."""
