"""The views of the room “Attention masks”, one module each; ``page.py`` has their names and their order."""
