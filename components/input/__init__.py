"""What the room “What does it read?” is built from."""
