"""Lists of sentences that visitors bring: one reader of files and pasted text for all rooms."""
