import time

import torch

# Inputs: the page fills in your values here.
device = "cpu"
dtype = "float32"
attention = "sdpa"
compiled = False
causal = False  # whether one of the models predicts the next word
models = [  # name, role, (path, revision), (model type, sizes); without a path the weights are random
    ("pocket BERT", "masked", ("cache/pocket/bert", None), None),
    ("pocket DistilBERT", "masked", ("cache/pocket/distilbert", None), None),
]
cells = [(1, 128)]  # batch size, tokens per sentence


# The part “models”.


models = [build(*description) for description in models]
vocabulary = min(model.config.vocab_size for model in models)
attention_seconds = []


def add_timer(module):
    original = module.forward

    def forward(*args, **kwargs):
        start = time.perf_counter()
        output = original(*args, **kwargs)
        if device.startswith("cuda"):
            torch.cuda.synchronize()
        attention_seconds.append(time.perf_counter() - start)
        return output

    module.forward = forward


for model in models:
    blocks = [module for name, module in model.named_modules() if name.endswith((".attention", ".attn"))]
    for module in blocks:
        add_timer(module)
for batch, length in cells:
    ids = torch.randint(vocabulary // 2, vocabulary, (batch, length), device=device)
    for model in models:
        seconds(model)
        attention_seconds.clear()
        total = sum(seconds(model) for _ in range(5))
        print(f"{batch} x {length}: attention takes {100 * sum(attention_seconds) / total:.0f}% of the time")
