import random
import tempfile
from pathlib import Path

from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/minilm", None
file = "components/model/lists/opinions.tsv"  # columns: split, label, sentence
labels = 300  # labelled training sentences
epochs = 4
batch = 16
rate = 0.0001
weight_decay = 0.01

rows = [line.split("\t") for line in Path(file).read_text(encoding="utf-8").splitlines()[1:]]
random.Random(0).shuffle(rows)
names = sorted({label for _, label, _ in rows})
tokenizer = AutoTokenizer.from_pretrained(where, revision=revision)
train, test = (
    [{**tokenizer(text, truncation=True), "labels": names.index(label)} for split, label, text in rows if split == part]
    for part in ("train", "test")
)
model = AutoModelForSequenceClassification.from_pretrained(
    where, revision=revision, num_labels=len(names), dtype="float32"
)
arguments = TrainingArguments(
    tempfile.mkdtemp(),
    num_train_epochs=epochs,
    per_device_train_batch_size=batch,
    learning_rate=rate,
    weight_decay=weight_decay,
    eval_strategy="epoch",
    save_strategy="no",
    report_to="none",
    dataloader_pin_memory=False,
)
trainer = Trainer(
    model,
    arguments,
    train_dataset=train[:labels],
    eval_dataset=test[:200],
    processing_class=tokenizer,
    compute_metrics=lambda evaluation: {"accuracy": (evaluation.predictions.argmax(-1) == evaluation.label_ids).mean()},
)
trainer.train()
print(trainer.evaluate()["eval_accuracy"])
