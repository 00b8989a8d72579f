import torch

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
inputs = {"input_ids": [2, 54, 5266, 34, 82, 7, 3]}  # the sentence as the model reads it
layer = 0
query = 0  # None for the largest weight of all

# The part “attention”.


matrix = torch.eye(len(inputs["input_ids"]))
for weights in attention(inputs)[: layer + 1].mean(dim=1):  # each layer: half attention, half the token itself
    matrix = (weights + torch.eye(len(weights))) / 2 @ matrix
# The part “weights”.
