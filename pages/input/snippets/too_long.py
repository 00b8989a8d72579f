import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
sentence = "The king had three sons. In the end the [MASK] died."
limit = 16  # tokens that the model reads at once, [CLS] and [SEP] included
overlap = 4  # tokens that two windows share
answer = 138  # id of the token whose probability is measured; None if there is no blank

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
text = sentence.replace("[MASK]", tokenizer.mask_token)


def print_answer(name, ids):
    if tokenizer.mask_token_id not in ids:
        print(f"{name}: the blank is lost")
        return
    with torch.no_grad():
        logits = model(input_ids=torch.tensor([ids])).logits[0, ids.index(tokenizer.mask_token_id)]
    probabilities = logits.softmax(dim=-1)
    first = probabilities.argmax().item()
    print(f"{name}: {tokenizer.decode([first])!r} first at {probabilities[first].item():.4f};", end=" ")
    print(f"{tokenizer.decode([answer])!r}", probabilities[answer].item())


whole = tokenizer(text, verbose=False)["input_ids"]
if len(whole) <= tokenizer.model_max_length:
    print_answer("the whole text", whole)
windows = tokenizer(text, truncation=True, max_length=limit, stride=overlap, return_overflowing_tokens=True)
for number, ids in enumerate(windows["input_ids"], 1):
    print_answer("the beginning" if number == 1 else f"part {number}", ids)
tokenizer.truncation_side = "left"
print_answer("the end", tokenizer(text, truncation=True, max_length=limit)["input_ids"])
