import torch
from safetensors.torch import load_file
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
sentence = "She put the money in the [MASK]."
masked = []  # positions to mask, besides every typed [MASK]
blank = 7

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
ids = tokenizer(sentence.replace("[MASK]", tokenizer.mask_token), return_tensors="pt")["input_ids"]
ids[0, masked] = tokenizer.mask_token_id


def answer():
    with torch.no_grad():
        return model(input_ids=ids).logits[0, blank].softmax(dim=-1)


last = answer()
predicted = last.argmax()  # the finished model’s top guess
for step in (0, 16, 64, 256, 1024, 4096):  # 8-bit weights, one scale per row
    stored = load_file(f"cache/pocket/steps/step-{step:06d}.safetensors")
    scales = {name: stored[name + ".scale"][:, None] for name in stored if name + ".scale" in stored}
    weights = {name: stored[name].float() * scales.get(name, 1) for name in stored if not name.endswith(".scale")}
    model.load_state_dict(weights, strict=False)  # tied weights are stored once
    print("step", step, answer()[predicted].item())
print("finished", last[predicted].item())
