"""The modes of the room "Fill the blank", one module each."""
