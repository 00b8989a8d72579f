"""What the room “What the mask takes away” is built from."""
