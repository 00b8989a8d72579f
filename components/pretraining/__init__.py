"""What the room “How it learned” is built from."""
