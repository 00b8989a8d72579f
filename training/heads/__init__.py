"""The heads of the room “Tasks”: what they learn from, how they are trained, and how good they are."""
