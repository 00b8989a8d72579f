"""What visitors take with them: a file with a model that computes in the browser, without a server or a network."""
