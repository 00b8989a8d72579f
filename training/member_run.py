"""A member of the family, from text to a folder the app can load."""

import dataclasses
import json
from collections.abc import Collection, Iterator
from functools import cached_property
from pathlib import Path

import torch
from transformers import BertTokenizer

from training import supplement
from training.architectures import begin_as_every_other_layer
from training.card import Earlier, Made, write_card
from training.common_sense import without_blanks
from training.corpus import corpus_files, documents
from training.dataset import PairSampler, SingleSampler, encode, encoded_once
from training.evaluate import Evaluation, evaluate
from training.genres import evaluate_genres
from training.members import REFERENCE, Asked, Member, member
from training.objectives import Distilled, Marks, MaskedWords, Model, NextWord, Objective
from training.pretrain import Run, Samplers
from training.recipe import Recipe
from training.steps_kept import is_kept, keep
from training.wordpiece import SPECIAL_TOKENS, frequent_words, train_tokenizer


def held_out_pairs(corpus: Path, tokenizer: BertTokenizer, only: Collection[str] | None = None) -> PairSampler:
    """Pairs of the documents of ``corpus`` that are never trained on; ``only`` as of :func:`documents`."""
    kept = encode((document.paragraphs for document in documents(corpus, only) if document.held_out), tokenizer)
    return PairSampler(kept, cls=tokenizer.cls_token_id, sep=tokenizer.sep_token_id)


@dataclasses.dataclass(frozen=True)
class Places:
    """Where things are.

    Attributes:
        corpus: A folder of .txt files.
        runs: Encoded text, states and logs, kept between starts.
        pocket: Finished checkpoints, a folder each; the reference among them gives tokenizer and teacher to the others.
    """

    corpus: Path
    runs: Path
    pocket: Path

    def finished(self, one: Member) -> Path:
        """Where a member's finished checkpoint goes: to those that ship or, if it is a control, to the runs."""
        return (self.pocket if one.shipped else self.runs / "controls") / one.name


class MemberRun:
    """One run of one member. What takes long is kept in its folders and read again at the next start."""

    def __init__(self, member: Member, recipe: Recipe, places: Places, *, device: torch.device) -> None:
        self.member, self.recipe, self.places, self.device = member, recipe, places, device
        self._text, folder = places.runs / "text", places.runs / (member.name + "-further" * recipe.goes_on)
        for each in (self._text, folder):
            each.mkdir(parents=True, exist_ok=True)
        self.state, self.log = folder / "state.pt", folder / "log.jsonl"
        self.run = self._run()

    @cached_property
    def tokenizer(self) -> BertTokenizer:
        """The family's tokenizer: the reference's where there is one, else trained at the first start."""
        shipped, own = self.places.pocket / REFERENCE, self._text / "tokenizer"
        if (shipped / "tokenizer.json").exists():
            found: BertTokenizer = BertTokenizer.from_pretrained(shipped)
            return found
        if not own.exists():
            size = self.recipe.architecture
            train_tokenizer(
                self._training_text(),
                whole=frequent_words(supplement.sentences(self.recipe.seed)),
                vocabulary_size=size.vocabulary,
                positions=size.positions,
            ).save_pretrained(own)
        found = BertTokenizer.from_pretrained(own)
        return found

    @cached_property
    def held_out(self) -> PairSampler:
        """Pairs of documents that are never trained on."""
        return held_out_pairs(self.places.corpus, self.tokenizer)

    @cached_property
    def marks(self) -> Marks:
        """What masking has to know of the vocabulary."""
        return Marks(self.tokenizer.mask_token_id, len(SPECIAL_TOKENS))

    def keep(self) -> None:
        """Keep the weights as they are at this step, if it is one that is kept: for the room that shows a run."""
        if self.member.name == REFERENCE and is_kept(self.run.step):
            keep(self.run.model, self.state.with_name(f"step-{self.run.step:06d}"), tokens=self.run.tokens)

    @property
    def finished(self) -> Model:
        """The checkpoint as it was exported."""
        return self._checkpoint(self.member).to(self.device).eval()

    def evaluate(self, *, pairs: int = 1024) -> Evaluation:
        """Figures of the run's model as it stands."""
        return evaluate(
            self.run.model,
            self.held_out,
            marks=self.marks,
            device=self.device,
            pairs=pairs,
            teacher=self.teacher if self.member.student else None,
        )

    @cached_property
    def teacher(self) -> Model:
        """The reference, finished."""
        return self._checkpoint(member(REFERENCE)).to(self.device).eval()

    def export(self, *, pairs: int = 4096) -> None:
        """Write what the app loads: half-precision weights, tokenizer, configuration, evaluation on ``pairs``, card.

        Where the run went on from a finished checkpoint, the card tells of both.
        """
        folder = self.places.finished(self.member)
        earlier = self._earlier(folder) if self.recipe.goes_on else None
        half = type(self.run.model)(self.run.model.config)
        half.load_state_dict(self.run.model.state_dict())
        half.half().eval().save_pretrained(folder)
        self.tokenizer.save_pretrained(folder)
        # What ships is what is judged: the weights after rounding, not those before.
        self.run.model.load_state_dict(half.state_dict())
        write_card(
            folder,
            Made(
                command=self._command,
                member=self.member,
                recipe=self.recipe,
                corpus=corpus_files(self.places.corpus),
                evaluation=self.evaluate(pairs=pairs),
                genres=self._genres(pairs // 8),
                model=self.run.model.eval(),
                tokenizer=self.tokenizer,
                tokens=self.run.tokens,
                seconds=self.run.seconds,
                steps=self.run.step,
                earlier=earlier,
            ),
        )

    def _genres(self, pairs: int) -> dict[str, Evaluation]:
        return evaluate_genres(
            self.run.model, self.places.corpus, self.tokenizer, marks=self.marks, device=self.device, pairs=pairs
        )

    def _earlier(self, folder: Path) -> Earlier:
        """How the checkpoint was made that this run goes on from; the same when it is exported a second time."""
        figures = json.loads((folder / "evaluation.json").read_text(encoding="utf-8"))
        told = figures.get("earlier") or figures
        return Earlier(told["command"], told["tokens"], told["steps"], told["hours"])

    @property
    def _command(self) -> str:
        budget = "--further" if self.recipe.goes_on else "--tokens"
        return f"python -m training {self.member.name} {budget} {self.recipe.tokens} --seed {self.recipe.seed}"

    def _run(self) -> Run:
        text = encoded_once(
            self._text / "corpus.npz",
            lambda: (without_blanks(d) for d in documents(self.places.corpus) if not d.held_out),
            self.tokenizer,
        )
        written = encoded_once(
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
        run = Run(self.recipe, samplers, model=model, objective=self._objective(model), device=self.device)
        if self.state.exists():
            run.resume(self.state)
        return run

    def _objective(self, model: Model) -> Objective:
        if self.member.asked is Asked.NEXT:
            return NextWord(self.device)
        words = MaskedWords(self.recipe.corruption, self.marks, self.device)
        if self.member.asked is Asked.MASKED:
            return words
        begin_as_every_other_layer(model, self.teacher)
        return Distilled(words, self.teacher)

    def _checkpoint(self, one: Member) -> Model:
        kind = type(one.build(self.recipe.architecture))
        return kind.from_pretrained(self.places.finished(one), dtype=torch.float32, attn_implementation="eager")

    def _training_text(self) -> Iterator[str]:
        for document in documents(self.places.corpus):
            if not document.held_out:
                yield from document.paragraphs
        yield from supplement.sentences(self.recipe.seed)
