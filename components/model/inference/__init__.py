"""Forward passes: what goes in, and what comes out."""
