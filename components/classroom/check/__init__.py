"""The check “Do they learn?”: twelve questions before a lecture and after it."""
