# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
inputs = {"input_ids": [2, 54, 5266, 34, 82, 7, 3]}  # the sentence as the model reads it
heads = [0]
query = 0  # None for the largest weight of all

# The part “attention”.


matrix = attention(inputs)[:, heads].mean(dim=(0, 1))  # mean over all layers and these heads
# The part “weights”.
