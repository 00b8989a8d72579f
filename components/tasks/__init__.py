"""The room "One encoder, many heads": small heads on one stack, and what each of them reads."""
