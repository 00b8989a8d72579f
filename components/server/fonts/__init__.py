"""The fonts of the pages."""
