"""A class: what a lecturer asks, what students send in from their telephones, and what the projector shows."""
