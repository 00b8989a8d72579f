import numpy as np

# Inputs: the page fills in your values here.
accuracies = {"role": [0.75, 0.75, 0.93, 0.98, 0.97, 0.97, 0.94]}  # of each task, layer 0 first

for task, of_layers in accuracies.items():
    gains = np.diff(np.maximum.accumulate(of_layers))
    layers = np.arange(1, len(of_layers))
    if gains.sum() > 0:
        print(f"{task}: centre of gravity {(layers * gains).sum() / gains.sum():.2f}")
    else:
        print(f"{task}: no layer adds to layer 0")
