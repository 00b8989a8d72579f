import torch
from safetensors.torch import load_file
from transformers import AutoModelForMaskedLM, AutoTokenizer

# What is asked: the page writes its own values here.
where, revision = "cache/pocket/bert", None
sentence = "She put the money in the [MASK]."
masked = []  # positions to mask beside those typed
blank = 7

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
ids = tokenizer(sentence.replace("[MASK]", tokenizer.mask_token), return_tensors="pt")["input_ids"]
ids[0, masked] = tokenizer.mask_token_id


def answer():
    with torch.no_grad():
        return model(input_ids=ids).logits[0, blank].softmax(dim=-1)


last = answer()
followed = last.argmax()
for step in (0, 16, 64, 256, 1024, 4096):  # a byte a weight, and a scale for each row
    kept = load_file(f"cache/pocket/steps/step-{step:06d}.safetensors")
    scales = {name: kept[name + ".scale"][:, None] for name in kept if name + ".scale" in kept}
    weights = {name: kept[name].float() * scales.get(name, 1) for name in kept if not name.endswith(".scale")}
    model.load_state_dict(weights, strict=False)  # what is tied is kept once
    print("step", step, answer()[followed].item())
print("finished", last[followed].item())
