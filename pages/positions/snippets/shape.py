import torch
from transformers import AutoModel

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
count = 128
left_out = [0]  # positions with outliers

model = AutoModel.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
config = model.config
names = ("position_embeddings.weight", "wpe.weight")
table = next(weights for name, weights in model.named_parameters() if name.endswith(names)).detach().double()
after_padding = config.model_type in ("roberta", "xlm-roberta", "camembert")  # rows up to the padding id are unused
first = config.pad_token_id + 1 if after_padding else 0
table = table[first : first + count]  # (position, dimension)
regular = table[[position for position in range(len(table)) if position not in left_out]]
centred = regular - regular.mean(dim=0)
strengths = torch.linalg.svdvals(centred)
if strengths[0] > 0:
    for share in (strengths**2 / (strengths**2).sum())[:3]:
        print("variance explained", share.item())
power = torch.fft.rfft((table - table.mean(dim=0)).T).abs() ** 2  # (dimension, frequency)
periods = power[:, 1:].argmax(dim=-1) + 1
varies = power[:, 1:].sum(dim=-1) > 1e-12
if varies.any():
    print("periods of the fastest dimension", periods[varies].max().item())
