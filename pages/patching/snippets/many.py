import itertools
import re

import torch
from transformers import AutoModelForMaskedLM

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
pairs = [([2, 54, 5266, 34, 4, 3], [2, 54, 5267, 34, 4, 3], 4, [1000, 1001])]  # both sentences, the blank, the answers

model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
name_of_layers = r".*\.(layer|layers|albert_layers)\.\d+"
modules = [module for name, module in model.named_modules() if re.fullmatch(name_of_layers, name)]
count = model.config.num_hidden_layers


def log_odds(ids, blank, answers, layer=None, vector=None):
    """The log-odds of the answers, and the blank's vector after each layer; one of them may be replaced."""
    calls, vectors = itertools.count(1), []  # counted: ALBERT calls one module for every layer

    def after(module, inputs, output):
        hidden = (output[0] if isinstance(output, tuple) else output).clone()
        if next(calls) == layer:
            hidden[0, blank] = vector
        vectors.append(hidden[0, blank].clone())
        return (hidden, *output[1:]) if isinstance(output, tuple) else hidden

    hooks = [module.register_forward_hook(after) for module in modules]
    with torch.no_grad():
        logits = model(input_ids=torch.tensor([ids])).logits[0, blank]
    for hook in hooks:
        hook.remove()
    return (logits[answers[0]] - logits[answers[1]]).item(), vectors


shares = [[] for _ in range(count)]
for clean, corrupt, blank, answers in pairs:
    whole, vectors = log_odds(clean, blank, answers)
    without, _ = log_odds(corrupt, blank, answers)
    for layer in range(1, count + 1):
        patched, _ = log_odds(corrupt, blank, answers, layer, vectors[layer - 1])
        shares[layer - 1].append((patched - without) / (whole - without))
for layer, of_pairs in enumerate(shares, 1):
    print(f"layer {layer}: the blank brings back {sum(of_pairs) / len(of_pairs):.4f} on average")
