"""Names of link parameters that several modules read."""

MODE = "mode"
MODEL = "model"
SENTENCE = "sentence"
