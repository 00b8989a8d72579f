"""What the room “Where am I?” is built from."""
