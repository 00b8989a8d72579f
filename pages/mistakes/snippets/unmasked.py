import math

import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/minilm", None
sentence = "The farmer sold a horse and two cows at the market."

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
ids = tokenizer(sentence, return_tensors="pt")["input_ids"]
places = torch.arange(ids.shape[1])
losses = []
for place in places[~torch.isin(ids[0], torch.tensor(tokenizer.all_special_ids))]:
    read = ids.masked_fill(places == place, tokenizer.mask_token_id)
    with torch.no_grad():
        logs = model(input_ids=read).logits[0, place].log_softmax(dim=-1)
    losses.append(-logs[ids[0, place]].item())
print(math.exp(sum(losses) / len(losses)))
