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
counterpart = theirs[ours.index(query)]
rest = (second[counterpart, list(theirs)].sum() - first[query, list(ours)].sum()).abs()
by_token = (row.abs().sum() + rest).item() / 2
# The same by distance from the word: a head may attend to the previous token in both.
size = len(first) + len(second)
by_distance = torch.zeros(2, 2 * size)
by_distance[0, size - query : size - query + len(first)] = first[query]
by_distance[1, size - counterpart : size - counterpart + len(second)] = second[counterpart]
by_position = (by_distance[1] - by_distance[0]).abs().sum().item() / 2
print("attention that moved:", min(by_token, by_position))
