import torch

texts, senses = [point[0] for point in points], [point[3] for point in points]

# Share of labelled sentences whose nearest neighbour has the same sense, in every layer.
labelled = [n for n, sense in enumerate(senses) if sense]
same, one_sentence = (torch.tensor([[of[a] == of[b] for b in labelled] for a in labelled]) for of in (senses, texts))
for each in range(vectors.shape[1]):
    unit = torch.nn.functional.normalize(vectors[labelled, each].double(), dim=-1)
    cosines = (unit @ unit.T).masked_fill(one_sentence, -2)  # never two words of one sentence
    nearest = cosines >= cosines.max(dim=1, keepdim=True).values - 1e-9  # several if they are equally near
    print(each, ((nearest & same).sum(dim=1) / nearest.sum(dim=1)).mean().item())
