import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
homes = [("cache/pocket/bert", None), ("cache/pocket/distilbert", None)]  # the teacher first
ids = [2, 54, 5266, 34, 82, 7, 3]  # token ids of the sentence, from the teacher's tokenizer
blanks = [5]
hidden = [5]  # those blanks whose word is known
temperature = 2.0
weights = {"soft targets": 5.0, "hidden words": 2.0, "direction": 1.0}

mask = AutoTokenizer.from_pretrained(homes[0][0], revision=homes[0][1] or "main").mask_token_id
targets = [ids[position] for position in hidden]
masked = [mask if position in blanks else piece for position, piece in enumerate(ids)]


@torch.no_grad()
def read(where, revision):  # returns all logits and the last hidden states
    model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
    out = model(input_ids=torch.tensor([masked]), output_hidden_states=True)
    return out.logits[0].double(), out.hidden_states[-1][0]


(wanted, taught), (own, learned) = (read(*home) for home in homes)
p, q = ((logits[blanks] / temperature).log_softmax(dim=-1) for logits in (wanted, own))
losses = {"soft targets": temperature**2 * (p.exp() * (p - q)).sum(dim=-1).mean().item()}
if hidden:
    losses["hidden words"] = torch.nn.functional.cross_entropy(own[hidden], torch.tensor(targets)).item()
if taught.shape == learned.shape:
    losses["direction"] = (1 - torch.nn.functional.cosine_similarity(learned, taught, dim=-1)).mean().item()
for name, loss in losses.items():
    print(name, loss)
print("weighted sum:", sum(weights[name] * loss for name, loss in losses.items()))
