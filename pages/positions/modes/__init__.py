"""The modes of the room "Where am I?", one module for each."""
