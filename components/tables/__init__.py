"""Results as tidy tables: one function a table, and the only place where column names are made."""
