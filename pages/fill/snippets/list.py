import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
items = [("Paris is the capital of [MASK].", "france"), ("The birds [MASK] in the tree.", None)]

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)


def log_probabilities(ids, position):
    with torch.no_grad():
        return model(input_ids=torch.tensor([ids])).logits[0, position].log_softmax(dim=-1)


ranks = []
for sentence, word in items:
    ids = tokenizer(sentence.replace("[MASK]", tokenizer.mask_token))["input_ids"]
    scores = log_probabilities(ids, ids.index(tokenizer.mask_token_id))
    print(sentence, "|", tokenizer.decode(scores.argmax()), scores.max().exp().item())
    if word is not None:
        before, after = sentence.split("[MASK]")
        begin, end = len(before), len(before) + len(word)
        encoded = tokenizer(before + word + after, return_offsets_mapping=True)
        places = zip(encoded["input_ids"], encoded["offset_mapping"])
        (token,) = [token for token, (start, stop) in places if start < end and stop > begin]
        ranks.append((scores > scores[token]).sum().item() + 1)
if ranks:
    print(sum(rank == 1 for rank in ranks), "of", len(ranks), "first; mean rank", sum(ranks) / len(ranks))
