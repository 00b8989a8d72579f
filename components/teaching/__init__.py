"""The room “Fine-tuning”: a run of fine-tuning, and what it changes inside."""
