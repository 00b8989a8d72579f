"""Files that a page offers: those too large to be sent with it, and why one could not be made."""
