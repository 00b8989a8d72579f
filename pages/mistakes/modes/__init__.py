"""The modes of the room "What goes wrong": one module each, computing nothing before it is opened."""
