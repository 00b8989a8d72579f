"""Charts of the room “Fine-tuning”, made from tidy tables."""
