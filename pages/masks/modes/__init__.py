"""The modes of the room "What the mask takes away": one module each, computing nothing before it is opened."""
