"""Tables and findings of the room “Distillation”, made from results."""
