# Results
classifier.eval()
with torch.no_grad():
    logits = torch.cat([classifier(**batch_of(test[i : i + 50]))["logits"] for i in range(0, len(test), 50)])
right = (logits.argmax(-1) == torch.tensor([label for _, label in test])).sum().item()
print(right, "of", len(test))
