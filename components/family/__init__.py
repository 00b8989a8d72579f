"""What the room “The family” is built from."""
