import torch
from transformers import AutoModelForCausalLM, AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
decoder = ("cache/pocket/gpt", None)
encoder = ("cache/pocket/bert", None)
beginning = "The cat"
method = "greedy"  # or temperature, top-k, top-p
temperature = 1.0
top_k = 10
top_p = 0.9
seed = 1
count = 12


def choose(logits, generator):
    if method == "greedy":
        return logits.argmax().item()
    probabilities = (logits / temperature).softmax(-1)
    order = probabilities.argsort(descending=True, stable=True)
    if method == "top-k":
        order = order[:top_k]
    elif method == "top-p":
        ordered = probabilities[order]
        order = order[ordered.cumsum(-1) - ordered < top_p]
    ladder = probabilities[order].cumsum(-1)
    height = torch.rand((), generator=generator, dtype=torch.float64) * ladder[-1]
    return order[min(torch.searchsorted(ladder, height).item(), len(order) - 1)].item()


for kind, (where, revision) in ((AutoModelForCausalLM, decoder), (AutoModelForMaskedLM, encoder)):
    tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
    model = kind.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
    generator = torch.Generator().manual_seed(seed)
    ids, after = tokenizer(beginning)["input_ids"], []
    while ids[-1] in tokenizer.all_special_ids:  # what the tokenizer adds at the end
        after.insert(0, ids.pop())
    ends = {*after, model.config.eos_token_id}
    for step in range(count):
        masked = kind is AutoModelForMaskedLM
        row = [*ids, tokenizer.mask_token_id, *after] if masked else ids
        with torch.no_grad():
            logits = model(torch.tensor([row])).logits[0, len(ids) if masked else -1].double()
        ids.append(choose(logits, generator))
        print(kind.__name__, step + 1, repr(tokenizer.decode(ids[-1:])), logits.softmax(-1)[ids[-1]].item())
        if ids[-1] in ends:
            break
    print(tokenizer.decode(ids))
