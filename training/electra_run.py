"""The training of ``electra`` on the text and the batches of the twins, and the two folders that it writes."""

import dataclasses
import json
import platform

import torch
import transformers

from training.corpus import corpus_files
from training.electra import Electra, ReplacedPieces, Telling
from training.electra_card import electra_card
from training.masking import Corruption
from training.member_run import MemberRun, Places
from training.members import member
from training.objectives import MaskedWords
from training.pretrain import Run
from training.recipe import Recipe

NAME, GENERATOR = "electra", "electra-generator"
TOKENS = 16_000_000  # with the twins' 4 million nothing was told apart
BEGUN_ANEW = 7_000_000  # pieces: until then the generator learns, and the discriminator hardly
CHOSEN = 0.15


class ElectraRun:
    """The training of ``electra``, on the text and the batches of the twins."""

    def __init__(self, recipe: Recipe, places: Places, *, device: torch.device) -> None:
        # A twin's run has the text, the samplers and the tokenizer; its model is not trained.
        self._twin = MemberRun(member("learned"), recipe, places, device=device)
        self.recipe, self._places, self.device = recipe, places, device
        folder = places.runs / NAME
        folder.mkdir(exist_ok=True)
        self.state, self.log = folder / "state.pt", folder / "log.jsonl"
        self.objective = ReplacedPieces(MaskedWords(recipe.corruption, self._twin.marks, device))
        torch.manual_seed(recipe.seed)
        self.run = Run(
            recipe,
            self._twin.run.samplers,
            model=Electra(recipe.architecture),
            objective=self.objective,
            device=device,
        )
        if self.state.exists():
            self.run.resume(self.state)
        self._begun = self.run.tokens >= BEGUN_ANEW  # a state is kept after that has been done

    def keep(self) -> None:
        """Begin the discriminator anew, once, when the time has come; to be called after every step."""
        if not self._begun and self.run.tokens >= BEGUN_ANEW:
            self.run.model.begin_as_the_generator()
            self._begun = True

    def evaluate(self, *, pairs: int = 1024) -> Telling:
        """Figures of both models as they stand."""
        return self.objective.telling(self.run.model, self._twin.held_out, pairs=pairs)

    def export(self, *, pairs: int = 2048) -> None:
        """Write what the app loads, a folder for each: half-precision weights, tokenizer, figures and card."""
        parts = dict(zip((NAME, GENERATOR), self.run.model.parts(), strict=True))
        for name, part in parts.items():
            part.half().eval().save_pretrained(self._places.pocket / name)
            self._twin.tokenizer.save_pretrained(self._places.pocket / name)
            part.float()
        self.run.model.take(*parts.values())  # what ships is what is judged
        told = self.evaluate(pairs=pairs)
        for name, part in parts.items():
            figures = {
                "kind": type(part).__name__,
                "command": f"python -m training {NAME} --tokens {self.recipe.tokens} --seed {self.recipe.seed}",
                "tokens": self.run.tokens,
                "steps": self.run.step,
                "hours": round(self.run.seconds / 3600, 2),
                "recipe": self.recipe.as_dict(),
                "begun_anew": BEGUN_ANEW,
                "corpus": corpus_files(self._places.corpus),
                "parameters": part.num_parameters(),
                "machine": f"{platform.machine()}, {torch.get_num_threads()} threads",
                "versions": {"torch": torch.__version__, "transformers": transformers.__version__},
                "telling": told.as_dict(),
            }
            folder = self._places.pocket / name
            (folder / "evaluation.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
            (folder / "README.md").write_text(electra_card(f"pocket-{name}", figures), encoding="utf-8")


def electra_recipe(tokens: int, seed: int) -> Recipe:
    """The recipe: the twins', with 15% of the pieces hidden as in the paper."""
    longest = member("learned").longest
    corruption = Corruption(CHOSEN, 1.0, 0.0)  # the generator is a masked language model, and sees [MASK] alone
    return dataclasses.replace(Recipe(), tokens=tokens, seed=seed, corruption=corruption, longest=longest)
