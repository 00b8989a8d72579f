"""What a link to a page says: names from before, what could not be used, and what goes along to the next room."""
