"""Files that a page offers: those too large to be sent with it, what they may run, and why one could not be made."""
