"""The heads of the room of tasks: what they learn from, how they are trained, and how good they are."""
