"""What the room “Who looks at whom?” is built from."""
