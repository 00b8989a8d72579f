import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
sentences = ["The nurse said that [MASK] would be late.", "The nurse sat down because [MASK] felt tired."]
pronouns = ["she", "he", "they"]

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)

sums = [0.0] * len(pronouns)
for sentence in sentences:
    ids = tokenizer(sentence.replace("[MASK]", tokenizer.mask_token))["input_ids"]
    blank = ids.index(tokenizer.mask_token_id)
    # Each pronoun is one token here, in the place of the blank.
    targets = [tokenizer(sentence.replace("[MASK]", word))["input_ids"][blank] for word in pronouns]
    with torch.no_grad():
        probabilities = model(input_ids=torch.tensor([ids])).logits[0, blank].softmax(-1)[targets].tolist()
    print(sentence, *(f"{word} {value:.4f}" for word, value in zip(pronouns, probabilities, strict=True)))
    sums = [total + value for total, value in zip(sums, probabilities, strict=True)]
print(f"share of she: {sums[0] / (sums[0] + sums[1]):.4f}")
