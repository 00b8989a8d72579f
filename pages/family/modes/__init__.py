"""The views of the room “Model family”, one module each; ``page.py`` has their names and their order."""
