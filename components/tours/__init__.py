"""Tours: lists of the app's own links, with a question and an answer each."""
