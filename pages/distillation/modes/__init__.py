"""The views of the room “Distillation”, one module each; ``page.py`` has their names and their order."""
