"""Models, tables, charts and components of the room “Which bank?”."""
