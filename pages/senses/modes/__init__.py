"""The modes of the room "Which bank?", one module each; nothing is computed before a mode is opened."""
