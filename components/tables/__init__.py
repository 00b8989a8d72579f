"""Results as tidy tables, one function per table, and formatting of numbers."""
