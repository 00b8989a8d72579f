"""Tours: lists of links into the app, each with a question and an answer."""
