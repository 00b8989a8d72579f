import math
import random
import re
from itertools import pairwise

import numpy as np
import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
sentence = "She sat on the [MASK] of the river."
masked = []  # positions to mask, besides every typed [MASK]
blank = 5
answer = 1000  # id of the token that is explained
others = [1, 2, 3, 4, 6, 7, 8, 9]  # the words
baseline = "[MASK]"  # of integrated gradients: "[MASK]", "[PAD]" or "zero vector"
edges = [0.0, 0.25, 0.5, 0.75, 1.0]  # intervals of the path, with eight points each
counts = [0, 1, 2, 3, 4, 5, 6, 7, 8]  # words that are hidden at each step of the test
puts_back = False  # whether the test begins with all words hidden and puts them back

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(
    where, revision=revision or "main", dtype=torch.float32, attn_implementation="eager"
)
encoder = model.base_model

ids = tokenizer(sentence.replace("[MASK]", tokenizer.mask_token), return_tensors="pt")["input_ids"]
ids[0, masked] = tokenizer.mask_token_id


def log_probability(vectors):  # of the answer, in bits
    logits = model(inputs_embeds=vectors, attention_mask=torch.ones(vectors.shape[:2], dtype=torch.long)).logits
    return logits[:, blank].log_softmax(dim=-1)[:, answer] / math.log(2)


def gradient(vectors):
    vectors = vectors.detach().requires_grad_(True)
    return torch.autograd.grad(log_probability(vectors).sum(), vectors)[0]


def hide(positions):
    hidden = ids.clone()
    hidden[0, list(positions)] = tokenizer.mask_token_id
    with torch.no_grad():
        return log_probability(embed(hidden)).item()


embed = model.get_input_embeddings()
vectors = embed(ids).detach()
scores = {}
scores["Occlusion"] = [hide([]) - hide([word]) for word in others]
scores["Gradient × input"] = (gradient(vectors) * vectors).sum(dim=-1)[0, others].tolist()

start = vectors.clone()
replacement = {"[MASK]": tokenizer.mask_token_id, "[PAD]": tokenizer.pad_token_id}.get(baseline)
start[0, others] = 0.0 if replacement is None else embed(torch.tensor(replacement)).detach()
integral = torch.zeros_like(vectors)
nodes, weights = np.polynomial.legendre.leggauss(8)
for low, high in pairwise(edges):
    for node, weight in zip(nodes, weights):
        on_path = start + float(low + (high - low) * (node + 1) / 2) * (vectors - start)
        integral += float((high - low) / 2 * weight) * gradient(on_path)
scores["Integrated gradients"] = (integral * (vectors - start)).sum(dim=-1)[0, others].tolist()

values, outputs = [], []  # of every layer: the value vectors, and the matrix that the heads' outputs go through
hooks = []
for name, module in encoder.named_modules():
    if re.search(r"attention.*\.value$|\.v_lin$|\.Wqkv$", name):
        hooks.append(module.register_forward_hook(lambda module, inputs, output: values.append(output[0])))
    if re.search(r"attention\.(output\.)?dense$|\.out_lin$|\.attn\.Wo$", name):
        hooks.append(module.register_forward_hook(lambda module, inputs, output: outputs.append(module.weight)))
with torch.no_grad():
    attentions = encoder(input_ids=ids, output_attentions=True).attentions  # of every layer: (1, head, query, key)
for hook in hooks:
    hook.remove()


def rollout(steps):  # of every layer: (query, key), rows summing to 1
    share = torch.eye(ids.shape[1], dtype=torch.float64)
    for step in steps:
        share = (step.double() + torch.eye(ids.shape[1])) / 2 @ share
    return share[blank, others].tolist()


norms = []
for attention, value, output in zip(attentions, values, outputs):
    heads = attention.shape[1]
    width = output.shape[1]
    value = value[:, -width:].unflatten(1, (heads, -1))  # (key, head, width of a head)
    sent = torch.einsum("khd,whd->khw", value, output.detach().unflatten(1, (heads, -1)))
    length = torch.stack([torch.einsum("hk,khw->kw", row, sent).norm(dim=-1) for row in attention[0].unbind(dim=1)])
    norms.append(length / length.sum(dim=-1, keepdim=True))
scores["Attention rollout"] = rollout([attention[0].mean(dim=0) for attention in attentions])
scores["Attention × value norms"] = rollout(norms)

for name in scores:
    for word, score in zip(others, scores[name]):
        print(name, tokenizer.decode(ids[0, word]), f"{score:.4f}")


def area(order):  # the mean probability along the curve
    curve = [2 ** hide(order[count:] if puts_back else order[:count]) for count in counts]
    return np.trapezoid(curve, counts) / len(others)


for name in scores:
    order = [word for score, word in sorted(zip(scores[name], others), key=lambda pair: -pair[0])]
    print("area of", name, f"{area(order):.4f}")
areas = [area(random.Random(seed).sample(others, len(others))) for seed in range(20)]
print("area of random orders", f"{sum(areas) / len(areas):.4f}")
