"""What the room “What a small one keeps” is built from."""
