"""Evaluate finished checkpoints again: their figures and cards change, their weights do not."""

import dataclasses
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from transformers import BertForPreTraining, BertTokenizer, ElectraForMaskedLM, ElectraForPreTraining

from components.model.statistics.bootstrap import mean_interval, resample_indices
from training import electra_run, minilm
from training.card import member_card
from training.card_parts import write_figures
from training.electra import ElectraPair, ReplacedTokenDetection
from training.electra_card import electra_card
from training.evaluate import SEGMENTS, Evaluation, evaluate
from training.genres import evaluate_genres
from training.member_run import RunFolders
from training.members import REFERENCE, member
from training.minilm_card import minilm_card
from training.objectives import MaskedLanguageModelling, Model, VocabularyIds
from training.recipe import Architecture
from training.segments import held_out_text
from training.wordpiece import SPECIAL_TOKENS


def evaluate_finished(name: str, places: RunFolders, *, device: torch.device, segments: int = SEGMENTS) -> None:
    """Evaluate the finished checkpoint ``name`` in ``places``, and rewrite its ``evaluation.json`` and card.

    Args:
        name: A member of the family, ``minilm``, or ``electra``, which is evaluated together with its generator.
        places: Where corpus and checkpoints are.
        device: The device to evaluate on.
        segments: Held-out segments; an eighth of them for each genre.

    Raises:
        FileNotFoundError: The corpus or the checkpoint is missing.
    """
    if name == electra_run.NAME:
        _evaluate_electra(places, device, segments)
        return
    folder = places.pocket / name
    figures = _read(folder)
    tokenizer = BertTokenizer.from_pretrained(folder)
    vocabulary_ids = VocabularyIds(
        tokenizer.mask_token_id, minilm.FIRST_WORD if name == minilm.NAME else len(SPECIAL_TOKENS)
    )
    model = finished_model(name, places.pocket).to(device)
    is_student = name != minilm.NAME and member(name).student
    evaluation = evaluate(
        model,
        held_out_text(places.corpus, tokenizer, figures["corpus"]),
        vocabulary_ids=vocabulary_ids,
        device=device,
        segments=segments,
        next_sentence=False,
        teacher=finished_model(REFERENCE, places.pocket).to(device) if is_student else None,
    )
    genres = evaluate_genres(
        model,
        places.corpus,
        tokenizer,
        vocabulary_ids=vocabulary_ids,
        device=device,
        segments=segments // 8,
    )
    figures["held_out"] = with_next_sentence(evaluation, figures["held_out"]).as_dict()
    figures["genres"] = {genre: each.as_dict() for genre, each in genres.items()}
    card = minilm_card(figures) if name == minilm.NAME else member_card(member(name), figures, folder)
    write_figures(folder, figures, card)


def with_next_sentence(evaluation: Evaluation, former: Mapping[str, Any]) -> Evaluation:
    """An evaluation with the next-sentence accuracy of a former one: how pairs are drawn has not changed.

    Args:
        evaluation: An evaluation without it.
        former: The figures of a former one, as in ``evaluation.json``.
    """
    if former["next_sentence"] is None:
        return evaluation
    share, count = former["next_sentence"], former["pairs"]
    hits = np.arange(count) < round(share * count)
    measured = mean_interval(hits.astype(np.float64), resample_indices(count))
    intervals = {**evaluation.intervals, "next_sentence": (measured.low, measured.high)}
    return dataclasses.replace(evaluation, next_sentence=share, pairs=count, intervals=intervals)


def finished_model(name: str, pocket: Path) -> Model:
    """The finished checkpoint of a member of the family or of ``minilm``, in float32."""
    kind = BertForPreTraining if name == minilm.NAME else type(member(name).build(Architecture()))
    return kind.from_pretrained(pocket / name, dtype=torch.float32, attn_implementation="eager").eval()


def finished_electra(pocket: Path) -> ElectraPair:
    """``electra`` and its generator, in float32."""
    pair = ElectraPair(Architecture())
    pair.load_models(
        ElectraForPreTraining.from_pretrained(pocket / electra_run.NAME, dtype=torch.float32),
        ElectraForMaskedLM.from_pretrained(pocket / electra_run.GENERATOR, dtype=torch.float32),
    )
    return pair


def _evaluate_electra(places: RunFolders, device: torch.device, segments: int) -> None:
    folders = {name: places.pocket / name for name in (electra_run.NAME, electra_run.GENERATOR)}
    tokenizer = BertTokenizer.from_pretrained(folders[electra_run.NAME])
    figures = {name: _read(folder) for name, folder in folders.items()}
    first = figures[electra_run.NAME]
    corruption = electra_run.electra_recipe(first["tokens"], first["recipe"]["seed"]).corruption
    words = MaskedLanguageModelling(corruption, VocabularyIds(tokenizer.mask_token_id, len(SPECIAL_TOKENS)), device)
    metrics = ReplacedTokenDetection(words).evaluate(
        finished_electra(places.pocket).to(device),
        held_out_text(places.corpus, tokenizer, first["corpus"]),
        segments=segments,
    )
    for name, folder in folders.items():
        figures[name]["telling"] = metrics.as_dict()
        write_figures(folder, figures[name], electra_card(f"pocket-{name}", figures[name]))


def _read(folder: Path) -> dict[str, Any]:
    figures: dict[str, Any] = json.loads((folder / "evaluation.json").read_text(encoding="utf-8"))
    return figures
