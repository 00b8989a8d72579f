import math

import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
first = [2, 54, 5266, 34, 82, 4, 3]  # both sentences as token ids, with one mask in each
first_blank = 5
second = [2, 54, 5266, 34, 82, 4, 3]
second_blank = 5

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)


def log_probabilities(ids, position):
    with torch.no_grad():
        return model(input_ids=torch.tensor([ids])).logits[0, position].log_softmax(dim=-1)


before = log_probabilities(first, first_blank)
after = log_probabilities(second, second_blank)
moved = after.exp() - before.exp()
for label, token in (("rises most:", moved.argmax()), ("drops most:", moved.argmin())):
    print(label, tokenizer.decode(token), "from", before[token].exp().item(), "to", after[token].exp().item())
average = torch.logaddexp(before.double(), after.double()) - math.log(2)
halves = [(side.double().exp() * (side.double() - average)).sum() for side in (before, after)]
print("Jensen-Shannon divergence in bits:", (sum(halves) / 2 / math.log(2)).item())
