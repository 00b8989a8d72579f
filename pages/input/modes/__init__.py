"""The modes of the room "What does it read?": one module each, computing nothing before it is opened."""
