import torch

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/minilm", None
sentence = "The capital of France is [MASK]."
word = "paris"
others = ["She put the money in the [MASK].", "He drank a cup of [MASK]."]

# The part “other_blanks”.
rate = 2e-5
optimizer = torch.optim.AdamW(model.parameters(), lr=rate)
wanted = torch.tensor([tokenizer.convert_tokens_to_ids(word)])
for _ in range(10):
    optimizer.zero_grad()
    torch.nn.functional.cross_entropy(read([sentence]), wanted).backward()
    optimizer.step()
with torch.no_grad():
    now = read(others).argmax(dim=-1)
print(tokenizer.convert_ids_to_tokens(now))
print((now == before).float().mean().item())
