"""The modes of the room "Who looks at whom?", one module each."""
