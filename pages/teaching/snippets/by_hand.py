# The part “setup”.

# The part “loop”.

# The part “accuracy”.
