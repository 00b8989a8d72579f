"""The views of the room “Word meanings”, one module each; ``page.py`` has their names and their order."""
