"""Train one member of the family, from text to a folder that the app can load."""

import dataclasses
import json
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

import torch
from transformers import BertTokenizer

from training import supplement
from training.architectures import copy_every_other_layer
from training.card import RunSummary, TrainedMember, write_card
from training.common_sense import without_blanks
from training.corpus import corpus_files, documents
from training.dataset import PairSampler, SingleSampler, encode_cached
from training.evaluate import SEGMENTS, Evaluation, evaluate
from training.genres import evaluate_genres
from training.members import REFERENCE, PocketMember, TrainingTask, member
from training.objectives import (
    CausalLanguageModelling,
    Distillation,
    MaskedLanguageModelling,
    Model,
    Objective,
    VocabularyIds,
)
from training.pretrain import PIECES, PretrainingRun, Samplers
from training.recipe import Recipe
from training.saved_steps import is_saved_step, save_step
from training.segments import HeldOutText, held_out_text
from training.wordpiece import SPECIAL_TOKENS, frequent_words, train_tokenizer


@dataclasses.dataclass(frozen=True)
class RunFolders:
    """Folders of a training run.

    Attributes:
        corpus: A folder of .txt files.
        runs: Encoded text, states and logs, reused by later runs.
        pocket: Finished checkpoints, a folder each. The reference provides tokenizer and teacher.
    """

    corpus: Path
    runs: Path
    pocket: Path

    def finished_folder(self, chosen: PocketMember) -> Path:
        """The folder of a member's finished checkpoint; controls, which do not ship, stay with the runs."""
        return (self.pocket if chosen.shipped else self.runs / "controls") / chosen.name


class MemberRun:
    """One training run of one member. Slow results are saved in its folders and reused."""

    def __init__(self, member: PocketMember, recipe: Recipe, folders: RunFolders, *, device: torch.device) -> None:
        self.member, self.recipe, self.folders, self.device = member, recipe, folders, device
        self._text, folder = folders.runs / "text", folders.runs / (member.name + "-further" * recipe.goes_on)
        for each in (self._text, folder):
            each.mkdir(parents=True, exist_ok=True)
        self.state, self.log = folder / "state.pt", folder / "log.jsonl"
        self.run = self._run()

    @cached_property
    def tokenizer(self) -> BertTokenizer:
        """The family's tokenizer: that of the reference if it exists, else trained once."""
        shipped, trained_folder = self.folders.pocket / REFERENCE, self._text / "tokenizer"
        if (shipped / "tokenizer.json").exists():
            loaded: BertTokenizer = BertTokenizer.from_pretrained(shipped)
            return loaded
        if not trained_folder.exists():
            size = self.recipe.architecture
            train_tokenizer(
                self._training_text(),
                whole=frequent_words(supplement.sentences(self.recipe.seed)),
                vocabulary_size=size.vocabulary,
                positions=size.positions,
            ).save_pretrained(trained_folder)
        loaded = BertTokenizer.from_pretrained(trained_folder)
        return loaded

    @cached_property
    def held_out(self) -> HeldOutText:
        """The held-out documents, read from ``held-out.npz`` if another machine encoded them."""
        return held_out_text(self.folders.corpus, self.tokenizer, encoded=self._text / "held-out.npz")

    @cached_property
    def vocabulary_ids(self) -> VocabularyIds:
        """The ids that masking needs."""
        return VocabularyIds(self.tokenizer.mask_token_id, len(SPECIAL_TOKENS))

    def save_step(self) -> None:
        """Save the weights if this is a step to save, for the room that shows a run."""
        if self.member.name == REFERENCE and is_saved_step(self.run.step):
            save_step(self.run.model, self.state.with_name(f"step-{self.run.step:06d}"), tokens=self.run.tokens)

    @property
    def finished(self) -> Model:
        """The exported checkpoint."""
        return self._checkpoint(self.member).to(self.device).eval()

    def evaluate(self, *, segments: int = 1024) -> Evaluation:
        """Evaluate the model in its present state."""
        return evaluate(
            self.run.model,
            self.held_out,
            vocabulary_ids=self.vocabulary_ids,
            device=self.device,
            segments=segments,
            teacher=self.teacher if self.member.student else None,
        )

    @cached_property
    def teacher(self) -> Model:
        """The finished reference."""
        return self._checkpoint(member(REFERENCE)).to(self.device).eval()

    def export(self, *, segments: int = SEGMENTS) -> None:
        """Write the member's folder: half-precision weights, tokenizer, configuration, evaluation and card.

        If the run continued a finished checkpoint, the card describes both runs.

        Args:
            segments: Held-out segments for the evaluation, and an eighth of them for each genre.
        """
        folder = self.folders.finished_folder(self.member)
        earlier = self._earlier(folder) if self.recipe.goes_on else None
        half = type(self.run.model)(self.run.model.config)
        half.load_state_dict(self.run.model.state_dict())
        half.half().eval().save_pretrained(folder)
        self.tokenizer.save_pretrained(folder)
        # Evaluate the rounded weights that ship.
        self.run.model.load_state_dict(half.state_dict())
        write_card(
            folder,
            TrainedMember(
                command=self._command,
                member=self.member,
                recipe=self.recipe,
                corpus=corpus_files(self.folders.corpus),
                evaluation=self.evaluate(segments=segments),
                genres=self._genres(segments // 8),
                model=self.run.model.eval(),
                tokenizer=self.tokenizer,
                tokens=self.run.tokens,
                seconds=self.run.seconds,
                steps=self.run.step,
                earlier=earlier,
            ),
        )

    def _genres(self, segments: int) -> dict[str, Evaluation]:
        return evaluate_genres(
            self.run.model,
            self.folders.corpus,
            self.tokenizer,
            vocabulary_ids=self.vocabulary_ids,
            device=self.device,
            segments=segments,
        )

    def _earlier(self, folder: Path) -> RunSummary:
        """The run that made the checkpoint which this one continues; stable if exported twice."""
        figures = json.loads((folder / "evaluation.json").read_text(encoding="utf-8"))
        earliest = figures.get("earlier") or figures
        return RunSummary(earliest["command"], earliest["tokens"], earliest["steps"], earliest["hours"])

    @property
    def _command(self) -> str:
        budget = "--further" if self.recipe.goes_on else "--tokens"
        options = f"--seed {self.recipe.seed}{self.recipe.batch_option}"
        return f"python -m training {self.member.name} {budget} {self.recipe.tokens} {options}"

    def _run(self) -> PretrainingRun:
        text = encode_cached(
            self._text / "corpus.npz",
            lambda: (without_blanks(d) for d in documents(self.folders.corpus) if not d.held_out),
            self.tokenizer,
        )
        written = encode_cached(
            self._text / f"supplement-{self.recipe.seed}.npz",
            lambda: ([s] for s in supplement.sentences(self.recipe.seed)),
            self.tokenizer,
        )
        ends = {"cls": self.tokenizer.cls_token_id, "sep": self.tokenizer.sep_token_id}
        singles = {**ends, "pad": self.tokenizer.pad_token_id}
        samplers = Samplers(
            pairs=PairSampler(text, **ends),
            sentences=SingleSampler(text, **singles, whole_documents=False),
            supplement=SingleSampler(written, **singles, whole_documents=True),
        )
        torch.manual_seed(self.recipe.seed)
        model = self.member.build(self.recipe.architecture)
        if self.recipe.goes_on:
            model.load_state_dict(self._checkpoint(self.member).state_dict())
        run = PretrainingRun(self.recipe, samplers, model=model, objective=self._objective(model), device=self.device)
        run.resume_latest([self.state], self.state.with_name(PIECES))
        return run

    def _objective(self, model: Model) -> Objective:
        if self.member.task is TrainingTask.NEXT:
            return CausalLanguageModelling(self.device)
        words = MaskedLanguageModelling(self.recipe.corruption, self.vocabulary_ids, self.device)
        if self.member.task is TrainingTask.MASKED:
            return words
        copy_every_other_layer(model, self.teacher)
        return Distillation(words, self.teacher)

    def _checkpoint(self, chosen: PocketMember) -> Model:
        kind = type(chosen.build(self.recipe.architecture))
        return kind.from_pretrained(
            self.folders.finished_folder(chosen), dtype=torch.float32, attn_implementation="eager"
        )

    def _training_text(self) -> Iterator[str]:
        for document in documents(self.folders.corpus):
            if not document.held_out:
                yield from document.paragraphs
        yield from supplement.sentences(self.recipe.seed)
