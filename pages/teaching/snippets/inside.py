# The part “setup”.

# The part “weights_before”.

# The part “loop”.

# The part “layer_changes”.
