"""What was computed beforehand and ships with the app: each data set with what reads it and what makes it."""
