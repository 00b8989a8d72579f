import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
homes = [("cache/pocket/bert", None), ("cache/pocket/distilbert", None)]
sentence = "She sat on the [MASK] of the river."
number = 0  # which blank of the sentence, counted from 0


def whole_words(where, revision):
    tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
    model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
    encoded = tokenizer(sentence.replace("[MASK]", tokenizer.mask_token), return_tensors="pt")
    blank = (encoded["input_ids"][0] == tokenizer.mask_token_id).nonzero()[number, 0]
    with torch.no_grad():
        probabilities = model(**encoded).logits[0, blank].softmax(dim=-1)
    best = probabilities.max(dim=-1)
    print(tokenizer.decode(best.indices), best.values.item())  # the model's first choice

    words = {}  # probability of every whole word, in lower case
    vocabulary = tokenizer.backend_tokenizer.model
    prefix = getattr(vocabulary, "continuing_subword_prefix", None)  # "##" in WordPiece
    suffix = getattr(vocabulary, "end_of_word_suffix", None)  # "</w>" in some BPE vocabularies
    spelt = prefix or suffix or type(vocabulary).__name__ == "WordLevel"  # leading spaces are not part of the token
    for token, row in tokenizer.get_vocab().items():
        begins = token.endswith(suffix) if suffix else spelt or token.startswith(("Ġ", "▁"))
        whole = not token.startswith(prefix) if prefix else begins
        word = token.removesuffix(suffix or "") if spelt else token.lstrip("Ġ▁")
        readable = word[:1].isalnum() and (spelt or word.isascii())
        word = word.casefold()
        if whole and readable and row not in tokenizer.all_special_ids:
            words[word] = words.get(word, 0.0) + probabilities[row].item()
    return words


first, second = (whole_words(*home) for home in homes)
shared = sorted(first.keys() & second.keys())
p, q = (torch.tensor([side[word] for word in shared], dtype=torch.double) for side in (first, second))
p, q = p / p.sum(), q / q.sum()
average = (p + q) / 2
divergence = sum((side * (side / average).log2()).nansum() for side in (p, q)) / 2
print(len(shared), "words in common; Jensen-Shannon divergence in bits:", divergence.item())
