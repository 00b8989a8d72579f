"""Links to pages: old names, values that do not fit, and what visitors take along to the next room."""
