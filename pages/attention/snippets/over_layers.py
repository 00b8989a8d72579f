# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
inputs = {"input_ids": [2, 54, 5266, 34, 82, 7, 3]}  # the sentence as the model reads it
heads = [0]
query = 0

# The part “attention”.


row = attention(inputs)[:, heads].mean(dim=(0, 1))[query]  # mean over all layers and these heads
for weight, key in zip(*row.sort(descending=True)):
    print(key.item(), tokenizer.decode(inputs["input_ids"][key]), round(weight.item(), 4))
