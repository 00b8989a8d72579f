"""The modes of the room "One encoder, many heads": one module each, computing nothing before it is opened."""
