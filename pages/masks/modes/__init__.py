"""The modes of the room "What the mask takes away", one module for each."""
