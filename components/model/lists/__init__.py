"""Reader of visitors' lists of sentences, from files and pasted text, for all rooms."""
