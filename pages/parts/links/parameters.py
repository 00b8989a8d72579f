"""Names of link parameters that several modules read."""

MODE = "mode"
MODEL = "model"
SENTENCE = "sentence"
STAGE = "stage"  # the sentence of the home page
SHOW = "show"  # the key of the element that the page scrolls to when it opens
