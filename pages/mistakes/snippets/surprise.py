import math

import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# What is asked: the page writes its own values here.
where, revision = "cache/pocket/minilm", None
other = "cache/pocket/bert"
sentence = "The unbelievably stubborn shopkeeper refused to sell umbrellas."


def surprise(folder):
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForMaskedLM.from_pretrained(folder, dtype=torch.float32)
    ids = tokenizer(sentence, return_tensors="pt")["input_ids"]
    pieces, bits = ids.shape[1] - 2, 0.0
    for place in range(1, pieces + 1):  # each piece hidden in turn
        hidden = ids.clone()
        hidden[0, place] = tokenizer.mask_token_id
        with torch.no_grad():
            said = model(input_ids=hidden).logits[0, place].log_softmax(dim=-1)
        bits -= said[ids[0, place]].item() / math.log(2)
    units = len(sentence)
    return bits / units


print(surprise(where) / surprise(other))
