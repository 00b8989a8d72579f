import torch

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
probes = "components/attention/model/head_probes.tsv"

# The part “attention”.


with open(probes, encoding="utf-8") as file:
    sentences = [line.split("\t")[0] for line in file][1:]
total = count = 0
for sentence in sentences:
    encoded = tokenizer(sentence, return_special_tokens_mask=True)
    is_word = ~torch.tensor(encoded["special_tokens_mask"], dtype=torch.bool)
    previous = attention(encoded).diagonal(-1, dim1=2, dim2=3)  # (layer, head, query), from the second token on
    total, count = total + previous[..., is_word[1:]].sum(dim=-1), count + is_word[1:].sum()
print("attention to the previous token, layers by heads:")
print(total / count)
