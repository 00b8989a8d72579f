"""Tables and findings of the room “Fine-tuning”, made from results."""
