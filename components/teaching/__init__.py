"""The room "Teach it something": a run of fine-tuning, and what it changes inside."""
