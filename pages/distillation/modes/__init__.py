"""The modes of the room "What a small one keeps": one module each, computing nothing before it is opened."""
