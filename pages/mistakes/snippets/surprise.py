import math

import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/minilm", None
other = "cache/pocket/bert"
sentence = "The unbelievably stubborn shopkeeper refused to sell umbrellas."


def surprise(folder):
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForMaskedLM.from_pretrained(folder, dtype=torch.float32)
    encoding = tokenizer(sentence, return_tensors="pt")
    ids, words = encoding["input_ids"], encoding.word_ids()
    pieces = [place for place, word in enumerate(words) if word is not None]
    bits = 0.0
    for place in pieces:  # mask each token with the rest of its word (Kauf and Ivanova 2023)
        hidden = ids.clone()
        rest = [other for other in pieces if other >= place and words[other] == words[place]]
        hidden[0, rest] = tokenizer.mask_token_id
        with torch.no_grad():
            log_probabilities = model(input_ids=hidden).logits[0, place].log_softmax(dim=-1)
        bits -= log_probabilities[ids[0, place]].item() / math.log(2)
    units = len(sentence)
    return bits / units


print(surprise(where) / surprise(other))
