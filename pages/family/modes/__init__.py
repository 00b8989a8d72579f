"""The modes of the room "The family": one module each, computing nothing before it is opened."""
