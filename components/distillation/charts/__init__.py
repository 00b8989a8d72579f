"""Charts of the room “Distillation”, made from tidy tables."""
