# The part “setup”.


# The part “trainer”.

# The part “accuracy”.
