"""The ways of looking at two models, one the smaller half of the other: one module each."""
