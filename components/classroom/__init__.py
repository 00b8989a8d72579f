"""Classes: a lecturer asks questions, students answer on their phones, and the projector shows the answers."""
