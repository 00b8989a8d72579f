"""Tools for lectures: projector mode, guesses before answers, classes, links for teachers, and tours."""
