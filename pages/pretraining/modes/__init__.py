"""The views of the room “Pre-training”, one module each; ``page.py`` has their names and their order."""
