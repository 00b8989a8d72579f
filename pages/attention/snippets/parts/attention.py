import torch
from transformers import AutoModel, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModel.from_pretrained(where, revision=revision or "main", dtype=torch.float32, attn_implementation="eager")


def attention(inputs):  # shape: (layer, head, query, key)
    accepted = {name: values for name, values in inputs.items() if name in ("input_ids", *tokenizer.model_input_names)}
    with torch.no_grad():
        out = model(**{name: torch.tensor([values]) for name, values in accepted.items()}, output_attentions=True)
    return torch.stack(out.attentions)[:, 0]
