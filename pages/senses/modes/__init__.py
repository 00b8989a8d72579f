"""The ways of looking in the room "Which bank?": one module each, computing nothing before it is opened."""
