import torch
from safetensors.torch import load_file
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
sentence = "She put the money in the [MASK]."
masked = []  # positions to mask, besides every typed [MASK]
blank = 7

tokenizer = AutoTokenizer.from_pretrained("cache/pocket/bert")
model = AutoModelForMaskedLM.from_pretrained("cache/pocket/bert", dtype=torch.float32)
ids = tokenizer(sentence, return_tensors="pt")["input_ids"]
ids[0, [*masked, blank]] = tokenizer.mask_token_id
visible = [position for position, token in enumerate(ids[0].tolist()) if token not in tokenizer.all_special_ids]
for split in ("80-10-10", "100-0-0", "0-0-100", "50-50-0"):  # percent [MASK], random, unchanged
    stored = load_file(f"cache/pocket/shares/{split}.safetensors")  # 8-bit weights, one scale per row
    scales = {name: stored[name + ".scale"][:, None] for name in stored if name + ".scale" in stored}
    weights = {name: stored[name].float() * scales.get(name, 1) for name in stored if not name.endswith(".scale")}
    model.load_state_dict(weights, strict=False)  # tied weights are stored once
    with torch.no_grad():
        scores = model(input_ids=ids).logits[0].log_softmax(dim=-1)
    print(split, "predicts", tokenizer.decode(scores[blank].argmax()), scores[blank].max().exp().item())
    if visible:
        print(split, "loss on visible tokens", -scores[visible, ids[0, visible]].mean().item())
