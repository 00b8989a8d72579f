"""A member of the family, from text to a folder the app can load."""

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
import torch
from transformers import BertForPreTraining, BertTokenizer

from training import supplement
from training.card import Made, write_card
from training.corpus import documents
from training.dataset import Encoded, PairSampler, SingleSampler, encode
from training.evaluate import Evaluation, evaluate
from training.members import REFERENCE, Asked, Member, begin_as_every_other_layer
from training.objectives import Distilled, Marks, MaskedWords, Model, NextWord, Objective
from training.pretrain import Run, Samplers
from training.recipe import Recipe
from training.wordpiece import SPECIAL_TOKENS, frequent_words, train_tokenizer


def held_out_pairs(corpus: Path, tokenizer: BertTokenizer) -> PairSampler:
    """Pairs of the documents of ``corpus`` that are never trained on."""
    kept = encode((document.paragraphs for document in documents(corpus) if document.held_out), tokenizer)
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


class Workshop:
    """One run of one member. What takes long is kept in its folders and read again at the next start."""

    def __init__(self, member: Member, recipe: Recipe, places: Places, *, device: torch.device) -> None:
        self.member, self.recipe, self.places, self.device = member, recipe, places, device
        self._text, folder = places.runs / "text", places.runs / member.name
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

    def evaluate(self, *, pairs: int = 1024) -> Evaluation:
        """Figures of the run's model as it stands."""
        return evaluate(self.run.model, self.held_out, marks=self.marks, device=self.device, pairs=pairs)

    def export(self, folder: Path, *, pairs: int = 4096) -> None:
        """Write what the app loads: half-precision weights, tokenizer, configuration, evaluation on ``pairs``, card."""
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
                evaluation=self.evaluate(pairs=pairs),
                model=self.run.model.eval(),
                tokenizer=self.tokenizer,
                tokens=self.run.tokens,
                seconds=self.run.seconds,
                steps=self.run.step,
            ),
        )

    @property
    def _command(self) -> str:
        return f"python -m training {self.member.name} --tokens {self.recipe.tokens} --seed {self.recipe.seed}"

    def _run(self) -> Run:
        text = self._encoded("corpus", lambda: (d.paragraphs for d in documents(self.places.corpus) if not d.held_out))
        written = self._encoded("supplement", lambda: ([s] for s in supplement.sentences(self.recipe.seed)))
        ends = {"cls": self.tokenizer.cls_token_id, "sep": self.tokenizer.sep_token_id}
        singles = {**ends, "pad": self.tokenizer.pad_token_id}
        samplers = Samplers(
            pairs=PairSampler(text, **ends),
            sentences=SingleSampler(text, **singles, whole_documents=False),
            supplement=SingleSampler(written, **singles, whole_documents=True),
        )
        torch.manual_seed(self.recipe.seed)
        model = self.member.build(self.recipe.architecture)
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
        teacher: Model = BertForPreTraining.from_pretrained(
            self.places.pocket / REFERENCE, dtype=torch.float32, attn_implementation="eager"
        )
        begin_as_every_other_layer(model, teacher)
        return Distilled(words, teacher.to(self.device).eval())

    def _training_text(self) -> Iterator[str]:
        for document in documents(self.places.corpus):
            if not document.held_out:
                yield from document.paragraphs
        yield from supplement.sentences(self.recipe.seed)

    def _encoded(self, name: str, read: Callable[[], Iterable[Sequence[str]]]) -> Encoded:
        file = self._text / f"{name}.npz"
        if not file.exists():
            text = encode(read(), self.tokenizer)
            np.savez(file, ids=text.ids, bounds=text.bounds, starts=text.starts)
        with np.load(file) as arrays:
            return Encoded(arrays["ids"], arrays["bounds"], arrays["starts"])
