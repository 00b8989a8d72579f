"""Folders as people publish them: pocket BERT's encoder with a head of its own, whose weights are drawn at random."""

import json
from pathlib import Path
from typing import Any

import torch
from transformers import AutoTokenizer, BertConfig, BertForPreTraining
from transformers.models.auto.modeling_auto import (
    AutoModelForQuestionAnswering,
    AutoModelForSequenceClassification,
    AutoModelForTokenClassification,
)

from components.model.checkpoints.catalogue import POCKET_FOLDER
from components.model.checkpoints.records import TaskHead

SOURCE = POCKET_FOLDER / "bert"
_CLASSES: dict[TaskHead, Any] = {
    TaskHead.TEXT: AutoModelForSequenceClassification,
    TaskHead.WORDS: AutoModelForTokenClassification,
    TaskHead.SPAN: AutoModelForQuestionAnswering,
}


def publish(folder: Path, head: TaskHead, labels: tuple[str, ...], **settings: object) -> Path:
    """Write a checkpoint; ``settings`` is what else its configuration says."""
    torch.manual_seed(0)
    config = BertConfig.from_pretrained(SOURCE)
    config.id2label = dict(enumerate(labels))
    config.label2id = {label: number for number, label in enumerate(labels)}
    model = _CLASSES[head].from_config(config)
    encoder = BertForPreTraining.from_pretrained(SOURCE).bert.state_dict()
    model.bert.load_state_dict({name: each for name, each in encoder.items() if name in model.bert.state_dict()})
    for weights in list(model.parameters())[-2:]:  # the head's: large enough for answers that differ
        torch.nn.init.normal_(weights, std=0.5)
    model.save_pretrained(folder)
    AutoTokenizer.from_pretrained(SOURCE).save_pretrained(folder)
    file = folder / "config.json"
    file.write_text(json.dumps(json.loads(file.read_text(encoding="utf-8")) | settings), encoding="utf-8")
    return folder
