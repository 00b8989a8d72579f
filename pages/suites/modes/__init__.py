"""The views of the room “Tests of language”, one module each; ``page.py`` has their names and their order."""
