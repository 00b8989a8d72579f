# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
both = [{"input_ids": [2, 54, 5266, 3]}, {"input_ids": [2, 54, 34, 3]}]  # the sentences as the model reads them
pairs = [(0, 0), (1, 1), (2, 2), (3, 3)]  # positions of corresponding tokens
layer = 0
head = 0
query = 1

# The part “attention”.


first, second = (attention(inputs)[layer, head] for inputs in both)  # shape: (query, key)
ours, theirs = zip(*pairs)
difference = second[list(theirs)][:, list(theirs)] - first[list(ours)][:, list(ours)]
row = difference[ours.index(query)]
print("largest changes of the word's row:", row.topk(min(3, len(row))).values.tolist())
rest = (second[theirs[ours.index(query)], list(theirs)].sum() - first[query, list(ours)].sum()).abs()
print("attention that moved:", (row.abs().sum() + rest).item() / 2)
