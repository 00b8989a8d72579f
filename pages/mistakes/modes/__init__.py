"""The views of the room “Common mistakes”, one module each; ``page.py`` has their names and their order."""
