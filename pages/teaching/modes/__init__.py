"""The modes of the room "Teach it something": one module each, computing nothing before it is opened."""
