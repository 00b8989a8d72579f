"""The modes of the room “Half the layers”, one module each."""
