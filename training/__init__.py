"""How the bundled checkpoints were made: corpus -> tokenizer -> pre-training -> evaluation -> card.

Run ``python -m training --help``. Nothing in here is imported by the app.
"""
