"""``pocket-bert``, from text to a folder the app can load."""

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
from training.pretrain import Run, Samplers
from training.recipe import Recipe
from training.wordpiece import SPECIAL_TOKENS, frequent_words, train_tokenizer


def held_out_pairs(corpus: Path, tokenizer: BertTokenizer) -> PairSampler:
    """Pairs of the documents of ``corpus`` that are never trained on."""
    kept = encode((document.paragraphs for document in documents(corpus) if document.held_out), tokenizer)
    return PairSampler(kept, cls=tokenizer.cls_token_id, sep=tokenizer.sep_token_id)


class Workshop:
    """One run and its folder: the tokenizer, the encoded text, the state and the log.

    What takes long is kept in the folder and read again at the next start.
    """

    def __init__(self, recipe: Recipe, *, corpus: Path, folder: Path, device: torch.device) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.corpus, self.device, self.recipe = folder, corpus, device, recipe
        self.state, self.log = folder / "state.pt", folder / "log.jsonl"
        self.run = self._run()

    @cached_property
    def tokenizer(self) -> BertTokenizer:
        """The tokenizer, trained at the first start."""
        folder = self.folder / "tokenizer"
        if not folder.exists():
            architecture = self.recipe.architecture
            train_tokenizer(
                self._training_text(),
                whole=frequent_words(supplement.sentences(self.recipe.seed)),
                vocabulary_size=architecture.vocabulary,
                positions=architecture.positions,
            ).save_pretrained(folder)
        tokenizer: BertTokenizer = BertTokenizer.from_pretrained(folder)
        return tokenizer

    @cached_property
    def held_out(self) -> PairSampler:
        """Pairs of documents that are never trained on."""
        return held_out_pairs(self.corpus, self.tokenizer)

    def evaluate(self, *, pairs: int = 1024) -> Evaluation:
        """Figures of the run's model as it stands."""
        return evaluate(
            self.run.model,
            self.held_out,
            mask=self.tokenizer.mask_token_id,
            specials=len(SPECIAL_TOKENS),
            device=self.device,
            pairs=pairs,
        )

    def export(self, folder: Path) -> None:
        """Write what the app loads: half-precision weights, tokenizer, configuration, evaluation and card."""
        half = BertForPreTraining(self.run.model.config)
        half.load_state_dict(self.run.model.state_dict())
        half.half().eval().save_pretrained(folder)
        self.tokenizer.save_pretrained(folder)
        # What ships is what is judged: the weights after rounding, not those before.
        self.run.model.load_state_dict(half.state_dict())
        write_card(
            folder,
            Made(
                command=f"python -m training bert --tokens {self.recipe.tokens} --seed {self.recipe.seed}",
                recipe=self.recipe,
                evaluation=self.evaluate(pairs=4096),
                model=self.run.model.eval(),
                tokenizer=self.tokenizer,
                tokens=self.run.tokens,
                seconds=self.run.seconds,
                steps=self.run.step,
            ),
        )

    @property
    def _marks(self) -> dict[str, int]:
        return {"cls": self.tokenizer.cls_token_id, "sep": self.tokenizer.sep_token_id}

    def _run(self) -> Run:
        text = self._encoded("corpus", lambda: (d.paragraphs for d in documents(self.corpus) if not d.held_out))
        written = self._encoded("supplement", lambda: ([s] for s in supplement.sentences(self.recipe.seed)))
        padding = {"pad": self.tokenizer.pad_token_id}
        run = Run(
            self.recipe,
            Samplers(
                pairs=PairSampler(text, **self._marks),
                sentences=SingleSampler(text, **self._marks, **padding, whole_documents=False),
                supplement=SingleSampler(written, **self._marks, **padding, whole_documents=True),
            ),
            mask=self.tokenizer.mask_token_id,
            specials=len(SPECIAL_TOKENS),
            device=self.device,
        )
        if self.state.exists():
            run.resume(self.state)
        return run

    def _training_text(self) -> Iterator[str]:
        for document in documents(self.corpus):
            if not document.held_out:
                yield from document.paragraphs
        yield from supplement.sentences(self.recipe.seed)

    def _encoded(self, name: str, read: Callable[[], Iterable[Sequence[str]]]) -> Encoded:
        file = self.folder / f"{name}.npz"
        if not file.exists():
            text = encode(read(), self.tokenizer)
            np.savez(file, ids=text.ids, bounds=text.bounds, starts=text.starts)
        with np.load(file) as arrays:
            return Encoded(arrays["ids"], arrays["bounds"], arrays["starts"])
