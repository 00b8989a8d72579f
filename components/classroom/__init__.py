"""A class: what a lecturer asks, what students send in from their phones, and what the projector shows."""
