import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/minilm", None
trained = [("She poured the [MASK] into the glass.", "milk")]
held_out = [("He filled the cup with [MASK].", "wine")]

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)


def read(pairs):
    texts = [sentence.replace("[MASK]", tokenizer.mask_token) for sentence, _ in pairs]
    batch = tokenizer(texts, padding=True, return_tensors="pt")
    logits = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits
    blanks = (batch["input_ids"] == tokenizer.mask_token_id).int().argmax(dim=1)
    wanted = torch.tensor([tokenizer.convert_tokens_to_ids(word) for _, word in pairs])
    return logits[torch.arange(len(pairs)), blanks], wanted


with torch.no_grad():
    for pairs in (held_out, trained):
        before, wanted = read(pairs)
        print("before", (before.argmax(dim=-1) == wanted).float().mean().item())
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
for _ in range(20):
    optimizer.zero_grad()
    torch.nn.functional.cross_entropy(*read(trained)).backward()
    optimizer.step()
tested = held_out
with torch.no_grad():
    logits, wanted = read(tested)
print(tokenizer.convert_ids_to_tokens(logits.argmax(dim=-1)))
print((logits.argmax(dim=-1) == wanted).float().mean().item())
