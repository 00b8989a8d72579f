import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
sentence = "The keys to the house [MASK] lost."
masked = []  # positions to mask, besides every typed [MASK]
blank = 6
answer = 138
together = []  # embeddings to leave out at the same time

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
ids = tokenizer(sentence.replace("[MASK]", tokenizer.mask_token), return_tensors="pt")["input_ids"]
ids[0, masked] = tokenizer.mask_token_id
table = model.base_model.embeddings
first = model.config.pad_token_id + 1 if model.config.model_type in ("roberta", "xlm-roberta", "camembert") else 0
position_ids = torch.arange(ids.shape[1])[None] + first

with torch.no_grad():
    added = {}  # embeddings that the model adds to `inputs_embeds` itself
    if getattr(table, "token_type_embeddings", None) is not None:
        added["segment"] = table.token_type_embeddings(torch.zeros_like(ids))
    if getattr(table, "position_embeddings", None) is not None:
        added["position"] = table.position_embeddings(position_ids)
    token = model.get_input_embeddings()(ids)
    changes = {"complete input": token, "no tokens": torch.zeros_like(token)}
    changes |= {f"no {name}s": token - vectors for name, vectors in added.items()}
    if len(together) > 1:
        left_out = [token if part == "token" else added[part] for part in together]
        changes[", ".join(f"no {part}s" for part in together)] = token - sum(left_out)
    if getattr(model.config, "type_vocab_size", 0) > 1 and "segment" in added:
        others = table.token_type_embeddings(torch.ones_like(ids))
        changes["segments swapped"] = token - added["segment"] + others
    for name, vectors in changes.items():
        logits = model(inputs_embeds=vectors, attention_mask=torch.ones_like(ids)).logits
        print(name, logits[0, blank].softmax(dim=-1)[answer].item())
