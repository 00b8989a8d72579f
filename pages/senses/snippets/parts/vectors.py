import torch
from transformers import AutoModel, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModel.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
pools = {
    "mean": lambda tokens: tokens.mean(dim=0),
    "first": lambda tokens: tokens[0],
    "last": lambda tokens: tokens[-1],
}

vectors = []  # shape: (point, layer, width); layer 0 is the embedding
for sentence, begin, end, _ in points:
    sentence = sentence.replace("[MASK]", tokenizer.mask_token or "[MASK]")
    encoded = tokenizer(sentence, return_tensors="pt", return_offsets_mapping=True, return_token_type_ids=False)
    offsets = encoded.pop("offset_mapping")[0].tolist()
    tokens = [n for n, (start, stop) in enumerate(offsets) if start < end and stop > begin]
    with torch.no_grad():
        layers = model(**encoded, output_hidden_states=True).hidden_states
    vectors.append(torch.stack([pools[pooled](layer[0, tokens]) for layer in layers]))
vectors = torch.stack(vectors)
