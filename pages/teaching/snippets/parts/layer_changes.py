# Results
after = dict(classifier.encoder.named_parameters())
parts = [classifier.encoder.embeddings, *layers]
for number, part in enumerate(parts):
    in_part = {id(weights) for weights in part.parameters()}
    weight_names = [name for name, weights in after.items() if id(weights) in in_part]
    norm_before = sum(before[name].norm().item() ** 2 for name in weight_names) ** 0.5
    change = sum((after[name] - before[name]).norm().item() ** 2 for name in weight_names) ** 0.5
    print(number, f"{100 * change / norm_before:.2f}%")
