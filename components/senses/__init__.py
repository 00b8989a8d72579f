"""What the room “Which bank?” is built from."""
