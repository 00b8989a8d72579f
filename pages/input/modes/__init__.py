"""The views of the room “Tokens and input”, one module each; ``page.py`` has their names and their order."""
