import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
homes = [("cache/pocket/bert", None), ("cache/pocket/distilbert", None)]  # the teacher first
ids = [2, 54, 5266, 34, 82, 7, 3]  # token ids of the sentence, from the teacher's tokenizer
blanks = [5]
hidden = [5]  # those blanks whose word is known
temperature = 2.0
weights = {"soft targets": 5.0, "masked words": 2.0, "cosine": 1.0}

mask = AutoTokenizer.from_pretrained(homes[0][0], revision=homes[0][1] or "main").mask_token_id
targets = [ids[position] for position in hidden]
masked = [mask if position in blanks else token for position, token in enumerate(ids)]


@torch.no_grad()
def read(where, revision):  # returns all logits and the last hidden states
    model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
    out = model(input_ids=torch.tensor([masked]), output_hidden_states=True)
    return out.logits[0].double(), out.hidden_states[-1][0]


(teacher_logits, teacher_hidden), (student_logits, student_hidden) = (read(*home) for home in homes)
p, q = ((logits[blanks] / temperature).log_softmax(dim=-1) for logits in (teacher_logits, student_logits))
losses = {"soft targets": temperature**2 * (p.exp() * (p - q)).sum(dim=-1).mean().item()}
if hidden:
    losses["masked words"] = torch.nn.functional.cross_entropy(student_logits[hidden], torch.tensor(targets)).item()
if teacher_hidden.shape == student_hidden.shape:
    cosines = torch.nn.functional.cosine_similarity(student_hidden, teacher_hidden, dim=-1)
    losses["cosine"] = (1 - cosines).mean().item()
for name, loss in losses.items():
    print(name, loss)
print("weighted sum:", sum(weights[name] * loss for name, loss in losses.items()))
