import torch
from safetensors.torch import load_file
from transformers import AutoModelForMaskedLM, AutoTokenizer

# What is asked: the page writes its own values here.
sentence = "She put the money in the [MASK]."
masked = []  # positions to mask beside those typed
blank = 7

tokenizer = AutoTokenizer.from_pretrained("cache/pocket/bert")
model = AutoModelForMaskedLM.from_pretrained("cache/pocket/bert", dtype=torch.float32)
ids = tokenizer(sentence, return_tensors="pt")["input_ids"]
ids[0, [*masked, blank]] = tokenizer.mask_token_id
seen = [place for place, piece in enumerate(ids[0].tolist()) if piece not in tokenizer.all_special_ids]
for shares in ("80-10-10", "100-0-0", "0-0-100", "50-50-0"):  # [MASK], a random piece, left as it is
    kept = load_file(f"cache/pocket/shares/{shares}.safetensors")  # a byte a weight, and a scale for each row
    scales = {name: kept[name + ".scale"][:, None] for name in kept if name + ".scale" in kept}
    weights = {name: kept[name].float() * scales.get(name, 1) for name in kept if not name.endswith(".scale")}
    model.load_state_dict(weights, strict=False)  # what is tied is kept once
    with torch.no_grad():
        said = model(input_ids=ids).logits[0].log_softmax(dim=-1)
    print(shares, "says", tokenizer.decode(said[blank].argmax()), said[blank].max().exp().item())
    if seen:
        print(shares, "nats", -said[seen, ids[0, seen]].mean().item())
