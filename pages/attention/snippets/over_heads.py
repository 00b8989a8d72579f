import torch
from transformers import AutoModel, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
inputs = {"input_ids": [2, 54, 5266, 34, 82, 7, 3]}  # the sentence as the model reads it
layers = [0]
query = 0

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModel.from_pretrained(where, revision=revision or "main", dtype=torch.float32, attn_implementation="eager")


def attention(inputs):  # shape: (layer, head, query, key)
    accepted = {name: values for name, values in inputs.items() if name in ("input_ids", *tokenizer.model_input_names)}
    with torch.no_grad():
        out = model(**{name: torch.tensor([values]) for name, values in accepted.items()}, output_attentions=True)
    return torch.stack(out.attentions)[:, 0]


row = attention(inputs)[layers].mean(dim=(0, 1))[query]  # mean over these layers and all heads
for weight, key in zip(*row.sort(descending=True)):
    print(key.item(), tokenizer.decode(inputs["input_ids"][key]), round(weight.item(), 4))
