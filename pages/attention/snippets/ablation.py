import itertools
import math

import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
ids = [2, 54, 5266, 34, 82, 4, 3]  # the sentence as token ids
blanks = [5]
blank = 5
answer = 1000  # id of the token whose probability is measured
off = [(0, 0)]  # (layer, head), counted from 0

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
for position in blanks:
    ids[position] = tokenizer.mask_token_id


def log_probability():
    with torch.no_grad():
        return model(input_ids=torch.tensor([ids])).logits[0, blank].log_softmax(dim=-1)[answer].item()


before = log_probability()
width = model.config.hidden_size // model.config.num_attention_heads
calls = itertools.count()  # one call per layer; ALBERT calls one shared projection every time


def without_heads(projection, inputs):
    layer, context = next(calls), inputs[0].clone()
    for off_layer, head in off:
        if off_layer == layer:
            context[..., head * width : (head + 1) * width] = 0
    return (context,)


projections = ("attention.output.dense", "attention.out_lin", "attention.dense", "attn.Wo")
for name, module in model.named_modules():
    if name.endswith(projections):
        module.register_forward_pre_hook(without_heads)
after = log_probability()
print(tokenizer.decode([answer]), math.exp(before), math.exp(after), (before - after) / math.log(2))  # bits lost
