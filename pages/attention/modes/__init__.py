"""The views of the room “Attention”, one module each; ``page.py`` has their names and their order."""
