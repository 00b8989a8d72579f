import numpy as np

# Inputs: the page fills in your values here.
accuracies = [0.7, 0.75, 0.9, 0.94, 0.93, 0.89, 0.87]  # of the probe of each layer, layer 0 first
controls = [0.83, 0.77, 0.73, 0.75, 0.75, 0.78, 0.74]  # the same, with random labels

selectivity = np.array(accuracies) - np.array(controls)
for layer, (accuracy, control) in enumerate(zip(accuracies, controls)):
    print(f"layer {layer}: accuracy {accuracy:.3f}, control {control:.3f}, selectivity {selectivity[layer]:.3f}")
print(f"highest accuracy: layer {np.argmax(accuracies)}; largest selectivity: layer {np.argmax(selectivity)}")
