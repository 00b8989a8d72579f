import torch
from transformers import AutoModelForCausalLM, AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/bert", None
ids = [2, 54, 5266, 34, 82, 4, 3]  # the sentence as token ids
blanks = [5]
views = [("both sides", [1, 1, 1, 1, 1, 1, 1])]  # name, and attention mask
blank = 5
answer = 1000  # id of the token whose probability is measured
causal = None  # a left-to-right model: its path and revision
before = "She sat on the"
word = " bank"

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)

inputs = torch.tensor([ids])
inputs[0, blanks] = tokenizer.mask_token_id
for name, visible in views:
    with torch.no_grad():
        logits = model(input_ids=inputs, attention_mask=torch.tensor([visible])).logits
    print(name, logits[0, blank].log_softmax(dim=-1)[answer].exp().item())
if causal is not None:
    where, revision = causal
    tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
    model = AutoModelForCausalLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
    filled = tokenizer(before + word, add_special_tokens=False)["input_ids"]
    start = tokenizer.bos_token_id if tokenizer.cls_token_id is None else tokenizer.cls_token_id
    with torch.no_grad():  # predict the last token from the tokens before it
        logits = model(input_ids=torch.tensor([[start, *filled[:-1]]])).logits
    print("next word", logits[0, -1].log_softmax(dim=-1)[filled[-1]].exp().item())
