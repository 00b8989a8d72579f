"""The views of the room “Inside a layer”, one module each; ``page.py`` has their names and their order."""
