import torch
from safetensors.torch import load_file
from transformers import AutoModel, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision)
model = AutoModel.from_pretrained(where, revision=revision, dtype=torch.float32).eval()
changes, matrices = load_file(f"{added}/adapter.safetensors"), dict(model.named_parameters())
with torch.no_grad():  # add the LoRA change that all heads share: W + B A
    for name in [each.removesuffix(".down") for each in changes if each.endswith(".down")]:
        matrices[name] += changes[f"{name}.up"].float() @ changes[f"{name}.down"].float()
