"""The views of the room “Speed and size”, one module each; ``page.py`` has their names and their order."""
