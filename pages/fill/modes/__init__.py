"""The views of the room “Masked words”, one module each; ``page.py`` has their names and their order."""
