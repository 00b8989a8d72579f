"""The modes of the room "How it learned": one module each, computing nothing before it is opened."""
