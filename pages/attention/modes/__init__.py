"""The ways of looking in the room "Who looks at whom?": one module each, computing nothing before it is opened."""
