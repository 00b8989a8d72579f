import torch
from transformers import AutoModelForCausalLM, AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
decoder = ("cache/pocket/gpt", None)
encoder = ("cache/pocket/bert", None)
left = "The cat"
ids = [2, 54, 1482, 4, 92, 54, 3911, 18, 3]  # the sentence as the encoder's token ids
blanks = [3]  # positions that become [MASK]

where, revision = decoder
tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForCausalLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
before = tokenizer(left)["input_ids"]
while before[-1] in tokenizer.all_special_ids:  # what the tokenizer adds at the end
    before.pop()
with torch.no_grad():
    from_left = model(torch.tensor([before])).logits[0, -1].softmax(-1)
for probability, token in zip(*from_left.topk(8), strict=True):
    print("decoder", tokenizer.decode([token.item()]), probability.item())

where, revision = encoder
tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
masked = torch.tensor([ids])
masked[0, blanks] = tokenizer.mask_token_id
with torch.no_grad():
    from_both = model(masked).logits[0, blanks[0]].softmax(-1)
for probability, token in zip(*from_both.topk(8), strict=True):
    print("encoder", tokenizer.decode([token.item()]), probability.item())
