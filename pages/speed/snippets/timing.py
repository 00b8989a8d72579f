import statistics

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
warm_ups = 1
count = 20


# The part “models”.


models = [build(*description) for description in models]
vocabulary = min(model.config.vocab_size for model in models)
for batch, length in cells:
    ids = torch.randint(vocabulary // 2, vocabulary, (batch, length), device=device)
    for model in models * warm_ups:
        seconds(model)
    times = [[], []]
    for _ in range(count):  # the models take turns
        for model_times, model in zip(times, models):
            model_times.append(seconds(model))
    first, second = (statistics.median(model_times) for model_times in times)
    print(f"{batch} x {length}: {1000 * first:.2f} ms and {1000 * second:.2f} ms, {first / second:.2f} times as fast")
