import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
ids = [2, 54, 5266, 34, 82, 4, 3]  # token ids of the sentence
blanks = [5]
order = [0, 2, 1, 3, 4, 5, 6]  # the new order, by old position
blank = 5
moved_to = 5

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)

for position in blanks:
    ids[position] = tokenizer.mask_token_id
reordered = [ids[old] for old in order]


def prediction(ids, blank):
    with torch.no_grad():
        logits = model(input_ids=torch.tensor([ids])).logits
    return logits[0, blank].log_softmax(dim=-1)


before, after = prediction(ids, blank), prediction(reordered, moved_to)
first = before.argmax()
print("top guess before", tokenizer.decode(first), before[first].exp().item())
print("same word after", tokenizer.decode(first), after[first].exp().item())
print("top guess after", tokenizer.decode(after.argmax()), after.max().exp().item())
mixture = ((before.exp() + after.exp()) / 2).log()
divergence = sum((p.exp() * (p - mixture)).sum().item() for p in (before, after)) / 2
print("Jensen-Shannon divergence in bits", divergence / torch.tensor(2.0).log().item())
