"""The views of the room “Positions”, one module each; ``page.py`` has their names and their order."""
