import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/minilm", None
pairs = [("She ate an apple.", "She ate a apple."), ("The tailor sewed a dress.", "The tailor drank a dress.")]

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32).eval()


def log_probability(ids, hidden, position, target):
    masked = [tokenizer.mask_token_id if place in hidden else token for place, token in enumerate(ids)]
    with torch.no_grad():
        return model(input_ids=torch.tensor([masked])).logits[0, position].log_softmax(dim=-1)[target].item()


def rest_of_word(words, position):
    """A token and the later tokens of its word, which would give it away."""
    return [place for place in range(position, len(words)) if words[place] == words[position]]


def score(encoded):
    """The pseudo-log-likelihood of a sentence."""
    ids, words = encoded["input_ids"], encoded.word_ids()
    places = [place for place, word in enumerate(words) if word is not None]
    return sum(log_probability(ids, rest_of_word(words, place), place, ids[place]) for place in places)


credit = 0
for good, bad in pairs:
    first, second = tokenizer(good), tokenizer(bad)
    ids, others = first["input_ids"], second["input_ids"]
    differing = [place for place in range(min(len(ids), len(others))) if ids[place] != others[place]]
    whole = len(ids) == len(others) and all(
        each.word_ids().count(each.word_ids()[place]) == 1 for each in (first, second) for place in differing
    )
    if whole and len(differing) == 1:  # one word: both probabilities from one pass
        (place,) = differing
        odds = log_probability(ids, [place], place, ids[place]) - log_probability(ids, [place], place, others[place])
    else:
        odds = score(first) - score(second)
    credit += 0.5 if abs(odds) < 1e-6 else odds > 0
    print(f"{odds:+.3f}  {good}")
print(f"right: {credit / len(pairs):.1%}")
