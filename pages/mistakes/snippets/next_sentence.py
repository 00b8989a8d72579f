import torch
from transformers import AutoModelForNextSentencePrediction, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/minilm", None
pairs = [("He bought a ticket at the station.", "The train to the city left at noon.")]

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForNextSentencePrediction.from_pretrained(where, revision=revision or "main", dtype=torch.float32)


def called_next(texts):  # whether the second text of each pair is said to follow the first
    firsts, seconds = zip(*texts)
    batch = tokenizer(list(firsts), list(seconds), padding=True, return_tensors="pt")
    with torch.no_grad():
        return model(**batch).logits.softmax(dim=-1)[:, 0] > 0.5


seconds = [second for _, second in pairs]
swapped = [(second, first) for first, second in pairs]
elsewhere = [(first, second) for (first, _), second in zip(pairs, [*seconds[1:], seconds[0]])]
others = swapped
print(torch.cat([called_next(pairs), ~called_next(others)]).float().mean().item())
