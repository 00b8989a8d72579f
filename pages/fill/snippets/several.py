import math

import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
ids = [2, 54, 5266, 34, 82, 4, 3]  # the sentence as token ids
blanks = [2, 5]
width = 10

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)


def log_probabilities(ids, position):
    with torch.no_grad():
        return model(input_ids=torch.tensor([ids])).logits[0, position].log_softmax(dim=-1)


for position in blanks:
    ids[position] = tokenizer.mask_token_id


def steps(ids, total, position):
    for log_probability, token in zip(*log_probabilities(ids, position).topk(width)):
        yield [*ids[:position], token.item(), *ids[position + 1 :]], total + log_probability.item()


alone, total = [log_probabilities(ids, position).argmax().item() for position in blanks], 0.0  # first choices
filled = list(ids)
for position, token in zip(blanks, alone):  # score this fill from left to right
    total += log_probabilities(filled, position)[token].item()
    filled[position] = token
fills = [(ids, 0.0)]
for position in blanks:  # fill them together: a beam search
    fills = [longer for path in fills for longer in steps(*path, position)]
    fills = sorted(fills, key=lambda fill: fill[1], reverse=True)[:width]
together = max(fills[0], (filled, total), key=lambda fill: fill[1])
for name, (fill, score) in (("first choices", (filled, total)), ("together", together)):
    print(name, tokenizer.decode(fill), math.exp(score))
