import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/minilm", None
sentence = "The capital of France is [MASK]."
word = "paris"
peak = 5e-4  # the highest learning rate
others = ["She put the money in the [MASK].", "He drank a cup of [MASK]."]

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)


def read(texts):
    batch = tokenizer([one.replace("[MASK]", tokenizer.mask_token) for one in texts], padding=True, return_tensors="pt")
    logits = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits
    blanks = (batch["input_ids"] == tokenizer.mask_token_id).int().argmax(dim=1)
    return logits[torch.arange(len(texts)), blanks]


with torch.no_grad():
    before = read(others).argmax(dim=-1)
warmup = 10
optimizer = torch.optim.AdamW(model.parameters(), lr=peak)
wanted = torch.tensor([tokenizer.convert_tokens_to_ids(word)])
for step in range(1, 11):
    optimizer.param_groups[0]["lr"] = peak * min(1, step / warmup)
    optimizer.zero_grad()
    torch.nn.functional.cross_entropy(read([sentence]), wanted).backward()
    optimizer.step()
with torch.no_grad():
    now = read(others).argmax(dim=-1)
print(tokenizer.convert_ids_to_tokens(now))
print((now == before).float().mean().item())
