import itertools
import re

import torch
from transformers import AutoModelForMaskedLM

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
clean = [2, 54, 5266, 34, 82, 4, 3]  # the first sentence as token ids
corrupt = [2, 54, 5267, 34, 82, 4, 3]  # the second sentence
blank = 5  # position of [MASK]
answers = [1000, 1001]  # ids of the two words that are compared
part = "layer"  # or "attention" or "feed-forward"
layer = 2  # 0 is the embeddings
token = 2  # position of the vector that is put in

model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
names = {
    "layer": r".*\.(layer|layers|albert_layers)\.\d+",
    "attention": r".*\.(attention\.output\.dense|attention\.out_lin|attention\.dense|attn\.Wo)",
    "feed-forward": r".*\.\d+\.(output\.dense|ffn\.lin2|ffn_output|mlp\.Wo)",
}
modules = [module for name, module in model.named_modules() if re.fullmatch(names[part], name)]


def log_odds(ids, vector=None):
    """The log-odds of the answers, and the token's vector; with another vector in its place if one is given."""
    calls, vectors = itertools.count(min(layer, 1)), []  # counted: ALBERT calls one module for every layer

    def change(hidden):
        if next(calls) != layer:
            return hidden
        vectors.append(hidden[0, token].clone())
        hidden = hidden.clone()
        if vector is not None:
            hidden[0, token] = vector
        return hidden

    def before(module, inputs):
        return (change(inputs[0]), *inputs[1:])

    def after(module, inputs, output):
        return (change(output[0]), *output[1:]) if isinstance(output, tuple) else change(output)

    if layer == 0:
        hooks = [modules[0].register_forward_pre_hook(before)]
    else:
        hooks = [module.register_forward_hook(after) for module in modules]
    with torch.no_grad():
        logits = model(input_ids=torch.tensor([ids])).logits[0, blank]
    for hook in hooks:
        hook.remove()
    return (logits[answers[0]] - logits[answers[1]]).item(), vectors[0]


whole, vector = log_odds(clean)
without, _ = log_odds(corrupt)
patched, _ = log_odds(corrupt, vector)
print(f"{(patched - without) / (whole - without):.4f} of the log-odds regained")
