"""Models, tables and charts of the room “What a small one keeps”."""
