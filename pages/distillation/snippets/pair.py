import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
homes = [("cache/pocket/bert", None), ("cache/pocket/distilbert", None)]
sentence = "She sat on the [MASK] of the river."
number = 0  # which blank of the sentence, counted from 0


def all_tokens(where, revision):
    tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
    model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
    encoded = tokenizer(sentence.replace("[MASK]", tokenizer.mask_token), return_tensors="pt")
    blank = (encoded["input_ids"][0] == tokenizer.mask_token_id).nonzero()[number, 0]
    with torch.no_grad():
        probabilities = model(**encoded).logits[0, blank].softmax(dim=-1)

    tokens = {}  # probability of every token, in lower case: what two vocabularies can have in common
    vocabulary = tokenizer.backend_tokenizer.model
    prefix = getattr(vocabulary, "continuing_subword_prefix", None)  # "##" in WordPiece
    suffix = getattr(vocabulary, "end_of_word_suffix", None)  # "</w>" in some BPE vocabularies
    spelt = prefix or suffix or type(vocabulary).__name__ == "WordLevel"  # leading spaces are not part of the token
    for token, row in tokenizer.get_vocab().items():
        begins = token.endswith(suffix) if suffix else spelt or token.startswith(("Ġ", "▁"))
        whole = not token.startswith(prefix) if prefix else begins
        text = token.removeprefix(prefix or "").removesuffix(suffix or "") if spelt else token.lstrip("Ġ▁")
        text = text.lower() if text and (spelt or text.isascii()) else token
        mark = "" if whole or not (prefix or text[:1].isalnum()) else prefix or "joined"
        key = (token, "") if row in tokenizer.all_special_ids else (text, mark)
        tokens[key] = tokens.get(key, 0.0) + probabilities[row].item()
    best = max(tokens, key=tokens.get)
    print(*best, tokens[best])  # the model's first choice
    return tokens


first, second = (all_tokens(*home) for home in homes)
shared = sorted(first.keys() & second.keys())
p, q = (torch.tensor([side[token] for token in shared], dtype=torch.double) for side in (first, second))
p, q = p / p.sum(), q / q.sum()
average = (p + q) / 2
divergence = sum((side * (side / average).log2()).nansum() for side in (p, q)) / 2
print(len(shared), "tokens in common; Jensen-Shannon divergence in bits:", divergence.item())
