"""The views of the room “Tasks”, one module each; ``page.py`` has their names and their order."""
