import torch
from transformers import AutoModel

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
input_ids = [2, 54, 5266, 34, 82, 7, 3]  # the sentence as the model reads it
token = 2  # its position
number = 0  # which number of the token's vector to print

model = AutoModel.from_pretrained(where, revision=revision or "main", dtype=torch.float32).eval()


def print_number(name):
    def hook(module, inputs, output):
        vectors = output[0] if isinstance(output, tuple) else output  # (batch, token, width)
        if vectors.ndim == 3 and number < vectors.shape[-1]:
            print(name, tuple(vectors.shape), round(vectors[0, token, number].item(), 4))

    return hook


for name, module in model.named_modules():
    if not list(module.children()):
        module.register_forward_hook(print_number(name))
with torch.no_grad():
    model(torch.tensor([input_ids]))
