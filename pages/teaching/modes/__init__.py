"""The views of the room “Fine-tuning”, one module each; ``page.py`` has their names and their order."""
