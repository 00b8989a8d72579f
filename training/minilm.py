"""``minilm``: a published encoder without a vocabulary head, given new heads.

The encoder is MiniLM, further trained by sentence-transformers (:mod:`training.published`). The new heads, for masked
words and the next sentence, are those of BERT, with the decoder tied to the embedding table. First only the heads are
trained, so that their random initialisation does not damage the encoder, then everything at a small learning rate. A
finished checkpoint can be trained further (:data:`FURTHER_RECIPE`): the learning rate rises again and falls to zero
over the last part of the new budget (Ibrahim et al. 2024, https://arxiv.org/abs/2403.08763).

The state is saved in two files: one until the rate begins to fall, and one for each budget after that. So a finished
run can be given a larger budget and continues from where its rate began to fall (Hu et al. 2024,
https://arxiv.org/abs/2404.06395, section 4).
"""

import dataclasses
import json
import platform
from functools import cached_property
from pathlib import Path
from typing import Any

import torch
import transformers
from safetensors.torch import load_file
from transformers import BertConfig, BertForPreTraining, BertTokenizer

from training.architectures import without_fused_attention
from training.card_parts import write_figures
from training.common_sense import fill_blanks, without_blanks
from training.corpus import corpus_files, documents
from training.dataset import EncodedText, PairSampler, SingleSampler, encode_cached
from training.evaluate import SEGMENTS, Evaluation, evaluate
from training.genres import evaluate_genres
from training.masking import Corruption
from training.minilm_card import minilm_card
from training.objectives import MaskedLanguageModelling, Model, VocabularyIds
from training.pretrain import PIECES, PretrainingRun, Samplers, StepProgress
from training.published import fetch_published
from training.recipe import Architecture, Recipe
from training.segments import HeldOutText, divide_text

NAME = "minilm"
SIZE = Architecture(layers=6, width=384, heads=12, vocabulary=30_522)
FIRST_WORD = 999  # BERT's vocabulary begins with special and unused tokens
HEADS_RECIPE = Recipe(
    tokens=400_000, architecture=SIZE, corruption=Corruption(0.3), learning_rate=1e-3, warmup_tokens=40_000, longest=128
)
FULL_RECIPE = Recipe(
    tokens=20_000_000,
    architecture=SIZE,
    corruption=Corruption(0.25),
    learning_rate=4e-4,
    weight_decay=0.01,
    warmup_tokens=400_000,
    muon=False,
)
FURTHER_RECIPE = dataclasses.replace(
    FULL_RECIPE, tokens=400_000_000, seed=1, learning_rate=3e-4, warmup_tokens=2_000_000, goes_on=True
)


def published_model(folder: Path) -> Model:
    """The published encoder with new heads. All of its weights are used and none is missing.

    Args:
        folder: The folder that :func:`training.published.fetch_published` filled.
    """
    config = BertConfig(
        vocab_size=SIZE.vocabulary,
        hidden_size=SIZE.width,
        num_hidden_layers=SIZE.layers,
        num_attention_heads=SIZE.heads,
        intermediate_size=4 * SIZE.width,
        max_position_embeddings=SIZE.positions,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
        pad_token_id=0,
    )
    model = without_fused_attention(BertForPreTraining, config)
    weights = load_file(folder / "model.safetensors")
    del weights["embeddings.position_ids"]  # the numbers 0 to 511, a buffer in newer versions
    model.bert.load_state_dict(weights)
    model.tie_weights()
    return model


def published_tokenizer(folder: Path) -> BertTokenizer:
    """BERT's tokenizer."""
    pieces = (folder / "vocab.txt").read_text(encoding="utf-8").splitlines()
    return BertTokenizer(
        vocab={piece: number for number, piece in enumerate(pieces)},
        do_lower_case=True,
        model_max_length=SIZE.positions,
    )


class MiniLMRun:
    """A training run of ``minilm``. Slow results are saved in ``folder`` and reused.

    Args:
        corpus: The folder of the corpus.
        folder: The folder for state, log and encoded text.
        recipe: Budget, rates and shares.
        device: The device to train on.
        start: The folder of a finished checkpoint to continue; None starts from the published encoder.
    """

    def __init__(
        self, corpus: Path, folder: Path, recipe: Recipe, *, device: torch.device, start: Path | None = None
    ) -> None:
        self._corpus, self.folder, self.recipe, self.device, self._start = corpus, folder, recipe, device, start
        folder.mkdir(parents=True, exist_ok=True)
        if start is None:
            self.tokenizer = published_tokenizer(self._published)
        else:
            self.tokenizer = BertTokenizer.from_pretrained(start)
        self.vocabulary_ids = VocabularyIds(self.tokenizer.mask_token_id, FIRST_WORD)
        self.log = folder / "log.jsonl"
        self._steady, self._falling = folder / "steady.pt", folder / f"falling-{recipe.tokens}.pt"
        torch.manual_seed(recipe.seed)
        self.run = PretrainingRun(
            recipe,
            self._samplers,
            model=self._initial_model(),
            objective=MaskedLanguageModelling(recipe.corruption, self.vocabulary_ids, device),
            device=device,
        )
        resumed = self.run.resume_latest((self._falling, self._steady), folder / PIECES)
        if start is None and not resumed:
            self._train_heads()
        elif start is not None and not resumed and not (start / "model.safetensors").exists():
            raise FileNotFoundError(f"neither weights in {start} nor a state in {folder}: there is nothing to continue")

    @cached_property
    def _published(self) -> Path:
        return fetch_published(self.folder / "published")

    @property
    def state(self) -> Path:
        """The file for the present state."""
        return self._falling if self.recipe.is_decaying(self.run.tokens) else self._steady

    def evaluate(self, *, segments: int = 1024) -> Evaluation:
        """Evaluate the model in its present state on held-out documents."""
        return evaluate(
            self.run.model, self.held_out, vocabulary_ids=self.vocabulary_ids, device=self.device, segments=segments
        )

    @cached_property
    def held_out(self) -> HeldOutText:
        """The held-out documents."""
        return divide_text(self._text(held_out=True), self.tokenizer)

    def export(self, folder: Path, *, segments: int = SEGMENTS) -> None:
        """Write the folder that the app loads: half-precision weights, tokenizer, configuration, figures and card."""
        half = type(self.run.model)(self.run.model.config)
        half.load_state_dict(self.run.model.state_dict())
        half.half().eval().save_pretrained(folder)
        self.tokenizer.save_pretrained(folder)
        # Evaluate the rounded weights that ship.
        self.run.model.load_state_dict(half.state_dict())
        model = self.run.model.eval()
        earlier = self._earlier
        figures = {
            "command": self._command,
            "tokens": self.run.tokens,
            "steps": self.run.step,
            "hours": round(self.run.seconds / 3600, 2),
            "recipe": self.recipe.as_dict(),
            "heads": HEADS_RECIPE.as_dict(),
            "corpus": corpus_files(self._corpus),
            "parameters": model.num_parameters(),
            "machine": f"{platform.machine()}, {torch.get_num_threads()} threads",
            "versions": {"torch": torch.__version__, "transformers": transformers.__version__},
            "held_out": self.evaluate(segments=segments).as_dict(),
            "genres": {genre: evaluation.as_dict() for genre, evaluation in self._genres(segments // 8).items()},
            "common_sense": [dataclasses.asdict(filled) for filled in fill_blanks(model, self.tokenizer)],
            **({"earlier": earlier} if earlier else {}),
        }
        write_figures(folder, figures, minilm_card(figures))

    @property
    def _command(self) -> str:
        budget = "--further" if self.recipe.goes_on else "--tokens"
        options = f"--seed {self.recipe.seed}{self.recipe.batch_option}"
        return f"python -m training {NAME} {budget} {self.recipe.tokens} {options}"

    @cached_property
    def _earlier(self) -> dict[str, Any] | None:
        """Command, tokens, steps and hours of the run that made the checkpoint in ``start``."""
        if self._start is None:
            return None
        figures = json.loads((self._start / "evaluation.json").read_text(encoding="utf-8"))
        figures = figures.get("earlier") or figures
        return {key: figures[key] for key in ("command", "tokens", "steps", "hours")}

    def _initial_model(self) -> Model:
        if self._start is None:
            return published_model(self._published)
        if not (self._start / "model.safetensors").exists():  # a state that travelled has the weights
            return BertForPreTraining(BertConfig.from_pretrained(self._start))
        return BertForPreTraining.from_pretrained(self._start, use_safetensors=True, dtype=torch.float32)

    def _genres(self, segments: int) -> dict[str, Evaluation]:
        return evaluate_genres(
            self.run.model,
            self._corpus,
            self.tokenizer,
            vocabulary_ids=self.vocabulary_ids,
            device=self.device,
            segments=segments,
        )

    def _train_heads(self) -> None:
        model = self.run.model
        model.bert.requires_grad_(False)
        recipe = dataclasses.replace(HEADS_RECIPE, tokens=min(HEADS_RECIPE.tokens, self.recipe.tokens))
        objective = MaskedLanguageModelling(recipe.corruption, self.vocabulary_ids, self.device)
        heads = PretrainingRun(recipe, self._samplers, model=model, objective=objective, device=self.device)
        with self.log.open("a", encoding="utf-8") as log:

            def watch(progress: StepProgress) -> None:
                log.write(json.dumps({"heads": True, **progress.as_dict()}) + "\n")

            heads.train(watch)
        model.bert.requires_grad_(True)
        self.run.seconds = heads.seconds

    @cached_property
    def _samplers(self) -> Samplers:
        text = self._text(held_out=False)
        singles = SingleSampler(text, **self._ends, pad=self.tokenizer.pad_token_id, whole_documents=False)
        return Samplers(PairSampler(text, **self._ends), singles)

    @property
    def _ends(self) -> dict[str, int]:
        return {"cls": self.tokenizer.cls_token_id, "sep": self.tokenizer.sep_token_id}

    def _text(self, *, held_out: bool) -> EncodedText:
        return encode_corpus(self._corpus, self.folder, self.tokenizer, held_out=held_out)


def encode_corpus(corpus: Path, folder: Path, tokenizer: BertTokenizer, *, held_out: bool) -> EncodedText:
    """The documents for training, or those for evaluation, read from ``folder`` if they are there."""
    name = "held-out" if held_out else "corpus"
    chosen = (without_blanks(each) for each in documents(corpus) if each.held_out == held_out)
    return encode_cached(folder / f"{name}.npz", lambda: chosen, tokenizer)
