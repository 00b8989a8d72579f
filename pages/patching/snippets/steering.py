import re

import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/minilm", None
ids = [101, 1996, 3145, 2000, 1996, 2160, 103, 2439, 1012, 102]  # the sentence as token ids
blanks = [6]
blank = 6
answers = [2020, 2001]  # ids of the two words that are compared
toward = ["The dogs in the garden [MASK] asleep.", "The pictures on the wall [MASK] old."]
away = ["The dog in the garden [MASK] asleep.", "The picture on the wall [MASK] old."]
layer = 4  # 0: after the embeddings
strength = 2.0
added_to = [1, 2, 3, 4, 5, 6, 7, 8]  # positions of the sentence
reads_blank = False  # whether the vector is read at [MASK]; else it is the mean over all tokens

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision or "main")
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision or "main", dtype=torch.float32)
for position in blanks:
    ids[position] = tokenizer.mask_token_id
steering, states = None, []  # what is added; the vectors that enter the first layer and leave every layer


def steered(hidden):
    if steering is not None and len(states) == layer:
        hidden = hidden.clone()
        hidden[:, added_to] += steering
    states.append(hidden)
    return hidden


def before_layer(module, inputs):
    return None if states else (steered(inputs[0]), *inputs[1:])


def after_layer(module, inputs, output):
    if isinstance(output, tuple):
        return (steered(output[0]), *output[1:])
    return steered(output)


for name, module in model.base_model.named_modules():
    if re.fullmatch(r".*(layer|layers|albert_layers)\.\d+", f".{name}"):
        module.register_forward_pre_hook(before_layer)
        module.register_forward_hook(after_layer)


def run(token_ids):
    states.clear()
    with torch.no_grad():
        return model(input_ids=torch.tensor([token_ids])).logits[0]


def mean_vector(sentences):
    vectors = []
    for sentence in sentences:
        text = sentence.replace("[MASK]", tokenizer.mask_token)
        encoded = tokenizer(text, return_special_tokens_mask=True)
        run(encoded["input_ids"])
        masks = [token == tokenizer.mask_token_id for token in encoded["input_ids"]]
        read = masks if reads_blank else [not special for special in encoded["special_tokens_mask"]]
        vectors.append(states[layer][0, torch.tensor(read)].mean(dim=0))
    return torch.stack(vectors).mean(dim=0)


vector = mean_vector(toward) - mean_vector(away)
for amount in (0.0, strength):
    steering = amount * vector
    probabilities = run(ids)[blank].softmax(dim=-1)[answers]
    print(f"strength {amount}:", *zip(tokenizer.convert_ids_to_tokens(answers), probabilities.tolist(), strict=True))
    print("log-odds in bits:", (probabilities[0] / probabilities[1]).log2().item())
