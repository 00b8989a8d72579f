import torch
from transformers import AutoModelForSequenceClassification, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/minilm", None
texts = ["I loved this film!", "Absolutely terrible.", "Best movie ever.", "Waste of time."]
labels = [1, 0, 1, 0]
rate = 0.0001
steps = 10

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision)
torch.manual_seed(0)  # for the new head, and for dropout
model = AutoModelForSequenceClassification.from_pretrained(where, revision=revision, num_labels=2, dtype="float32")
optimizer = torch.optim.AdamW(model.parameters(), lr=rate)
batch = tokenizer(texts, padding=True, truncation=True, return_tensors="pt")
for step in range(steps):
    loss = model(**batch, labels=torch.tensor(labels)).loss  # forward
    loss.backward()  # gradients
    optimizer.step()  # new weights
    optimizer.zero_grad()
    print("step", step + 1, "loss", loss.item())

model.eval()  # inference: no dropout, no gradients
with torch.no_grad():
    logits = model(
        **tokenizer(["This is a masterpiece!", "Completely boring."], padding=True, return_tensors="pt")
    ).logits
# Four sentences are few: with another seed the first answer may be the other label.
print(logits.softmax(dim=-1).tolist())  # negative, positive
