from pathlib import Path

import numpy as np
import torch
from safetensors import safe_open
from torch import nn
from transformers import AutoModelForMaskedLM, AutoTokenizer

# Inputs: the page fills in your values here.
where, revision = "cache/pocket/minilm", None
file = "components/model/lists/opinions.tsv"  # columns: split, label, sentence
labels = 300  # labelled training sentences
epochs = 4
batch = 16
rate = 0.0001
warmup_steps = 8
weight_decay = 0.01
seed = 0
frozen = 0  # lowest layers to keep fixed
pooling = "mean"
start = "pretrained"

rows = [line.split("\t") for line in Path(file).read_text(encoding="utf-8").splitlines()[1:]]
names = list(dict.fromkeys(label for _, label, _ in rows))
train, test = (
    [(text, names.index(label)) for part, label, text in rows if part == which] for which in ("train", "test")
)
train = [train[i] for i in np.random.default_rng(0).permutation(len(train))]
train = [train[i] for i in np.random.default_rng(seed).permutation(len(train))[:labels]]
test = test[:200]

tokenizer = AutoTokenizer.from_pretrained(where, revision=revision)
torch.manual_seed(seed)
model = AutoModelForMaskedLM.from_pretrained(where, revision=revision, dtype=torch.float32)
if start == "random":
    torch.manual_seed(seed)
    model = AutoModelForMaskedLM.from_config(model.config)


class TextClassifier(nn.Module):
    def __init__(self):
        super().__init__()
        width = model.config.hidden_size
        self.encoder, self.pooler = model.base_model, None
        if pooling == "pooler":
            self.pooler = nn.Linear(width, width)
            nn.init.normal_(self.pooler.weight, std=0.02), nn.init.zeros_(self.pooler.bias)
            if start != "random":
                with safe_open(f"{where}/model.safetensors", "pt") as stored:
                    for name in list(stored.keys()):
                        for kind in ("weight", "bias"):
                            if name.endswith(f"pooler.dense.{kind}"):
                                getattr(self.pooler, kind).data.copy_(stored.get_tensor(name).float())
        torch.manual_seed(seed)
        self.dropout = nn.Dropout(getattr(model.config, "hidden_dropout_prob", getattr(model.config, "dropout", 0.0)))
        self.head = nn.Linear(width, len(names))
        nn.init.normal_(self.head.weight, std=0.02), nn.init.zeros_(self.head.bias)

    def forward(self, input_ids, attention_mask, labels=None):
        last = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        mask = attention_mask[..., None].float()
        vector = (last * mask).sum(1) / mask.sum(1) if pooling == "mean" else last[:, 0]
        if self.pooler is not None:
            vector = torch.tanh(self.pooler(vector))
        logits = self.head(self.dropout(vector))  # W x + b
        return (
            {"logits": logits}
            if labels is None
            else {"loss": nn.functional.cross_entropy(logits, labels), "logits": logits}
        )


def batch_of(examples):
    encoding = tokenizer(
        [text for text, _ in examples], padding=True, truncation=True, max_length=longest, return_tensors="pt"
    )
    return {"input_ids": encoding["input_ids"], "attention_mask": encoding["attention_mask"]}


classifier = TextClassifier()
config = classifier.encoder.config
# RoBERTa's first position comes after its padding id.
unused = config.pad_token_id + 1 if config.model_type in ("roberta", "xlm-roberta", "camembert") else 0
longest = min(128, config.max_position_embeddings - unused)
layers = next(module for module in classifier.encoder.modules() if isinstance(module, nn.ModuleList))
for part in [classifier.encoder.embeddings, *layers[:frozen]] if frozen else []:
    part.requires_grad_(False)
rng, batches = np.random.default_rng(seed), []
lengths = [len(tokenizer(text, truncation=True, max_length=longest)["input_ids"]) for text, _ in train]
for _ in range(epochs):
    order = rng.permutation(len(train)).tolist()
    if len(train) >= 750:  # sentences of similar length share a batch: less padding
        full, pool = len(train) // batch * batch, 50 * batch
        pools = [order[first : min(first + pool, full)] for first in range(0, full, pool)]
        by_length = [i for each in pools for i in sorted(each, key=lengths.__getitem__)]
        places = rng.permutation(full // batch)
        order = [i for place in places for i in by_length[place * batch : (place + 1) * batch]] + order[full:]
    for first in range(0, len(train), batch):
        examples = [train[i] for i in order[first : first + batch]]
        batches.append({**batch_of(examples), "labels": torch.tensor([label for _, label in examples])})
