"""What the room “What goes wrong” is built from."""
