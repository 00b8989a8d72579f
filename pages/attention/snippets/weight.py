import torch
from transformers import AttentionInterface, AttentionMaskInterface, AutoModel, AutoTokenizer
from transformers.masking_utils import eager_mask
from transformers.models.bert.modeling_bert import eager_attention_forward

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
inputs = {"input_ids": [2, 54, 5266, 34, 82, 7, 3]}  # the sentence as the model reads it
layer = 0
head = 0
query = 1
key = 2

recorded = []  # for every layer: query, key and value (batch, head, token, width), scale and mask


def attention(module, query, key, value, attention_mask, scaling, **rest):
    recorded.append((query, key, value, scaling, attention_mask))
    return eager_attention_forward(module, query, key, value, attention_mask, scaling, **rest)


AttentionInterface.register("record", attention)
AttentionMaskInterface.register("record", eager_mask)
names = ("input_ids", *AutoTokenizer.from_pretrained(where, revision=revision or "main").model_input_names)
model = AutoModel.from_pretrained(where, revision=revision or "main", dtype=torch.float32, attn_implementation="record")
with torch.no_grad():
    model(**{name: torch.tensor([values]) for name, values in inputs.items() if name in names})

queries, keys, values, scale, mask = recorded[layer]
vector, keys, values = queries[0, head, query], keys[0, head], values[0, head]  # (width,), (token, width) twice
products = vector * keys[key]
scores = keys @ vector * scale  # (token,)
if mask is not None:
    scores = scores + mask[0, 0, query]
print("q·k", products.sum().item())
print("scaled", products.sum().item() * scale)
weights = scores.softmax(dim=-1)
print("weight", weights[key].item())
weighted = weights[:, None] * values  # (token, width)
output = weighted.sum(dim=0)  # (width,)
print("weight × value, length", weighted[key].norm().item())
print("head's output, length", output.norm().item())
print("share", (weighted[key] @ output / (output @ output)).item())
