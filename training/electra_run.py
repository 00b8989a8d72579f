"""Train and export ``electra`` and its generator, on the batches of the twins."""

import dataclasses
import platform

import torch
import transformers

from training.card_parts import write_figures
from training.corpus import corpus_files
from training.electra import DiscriminatorMetrics, ElectraPair, ReplacedTokenDetection
from training.electra_card import electra_card
from training.evaluate import SEGMENTS
from training.masking import Corruption
from training.member_run import MemberRun, RunFolders
from training.members import member
from training.objectives import MaskedLanguageModelling
from training.pretrain import PIECES, PretrainingRun
from training.recipe import Recipe

NAME, GENERATOR = "electra", "electra-generator"
TOKENS = 16_000_000  # with the twins' 4 million, the discriminator learned nothing
GENERATOR_ONLY_TOKENS = 7_000_000  # tokens; after these the discriminator gets copies of the generator's layers
CHOSEN = 0.15


class ElectraRun:
    """A training run of ``electra``, with the text, tokenizer and batches of the twins."""

    def __init__(self, recipe: Recipe, places: RunFolders, *, device: torch.device) -> None:
        # Provides text, samplers and tokenizer; its own model is not trained.
        self._twin = MemberRun(member("learned"), recipe, places, device=device)
        self.recipe, self._places, self.device = recipe, places, device
        folder = places.runs / NAME
        folder.mkdir(exist_ok=True)
        self.state, self.log = folder / "state.pt", folder / "log.jsonl"
        self.objective = ReplacedTokenDetection(
            MaskedLanguageModelling(recipe.corruption, self._twin.vocabulary_ids, device)
        )
        torch.manual_seed(recipe.seed)
        self.run = PretrainingRun(
            recipe,
            self._twin.run.samplers,
            model=ElectraPair(recipe.architecture),
            objective=self.objective,
            device=device,
        )
        self.run.resume_latest([self.state], folder / PIECES)
        # As many steps as with small batches.
        self._generator_only = GENERATOR_ONLY_TOKENS * max(1, recipe.batch_tokens // Recipe.batch_tokens)
        self._begun = self.run.tokens >= self._generator_only  # a saved state after that has the copies already

    def after_step(self) -> None:
        """Copy the generator's layers to the discriminator once it is time. Call after every step."""
        if not self._begun and self.run.tokens >= self._generator_only:
            self.run.model.copy_generator_layers()
            self._begun = True

    def evaluate(self, *, segments: int = 1024) -> DiscriminatorMetrics:
        """Evaluate both models in their present state."""
        return self.objective.evaluate(self.run.model, self._twin.held_out, segments=segments)

    def export(self, *, segments: int = SEGMENTS) -> None:
        """Write a folder for each model: half-precision weights, tokenizer, figures and card."""
        parts = dict(zip((NAME, GENERATOR), self.run.model.export_models(), strict=True))
        for name, part in parts.items():
            part.half().eval().save_pretrained(self._places.pocket / name)
            self._twin.tokenizer.save_pretrained(self._places.pocket / name)
            part.float()
        self.run.model.load_models(*parts.values())  # evaluate the rounded weights that ship
        metrics = self.evaluate(segments=segments)
        for name, part in parts.items():
            figures = {
                "kind": type(part).__name__,
                "command": f"python -m training {NAME} --tokens {self.recipe.tokens} --seed {self.recipe.seed}"
                f"{self.recipe.batch_option}",
                "tokens": self.run.tokens,
                "steps": self.run.step,
                "hours": round(self.run.seconds / 3600, 2),
                "recipe": self.recipe.as_dict(),
                "begun_anew": self._generator_only,
                "corpus": corpus_files(self._places.corpus),
                "parameters": part.num_parameters(),
                "machine": f"{platform.machine()}, {torch.get_num_threads()} threads",
                "versions": {"torch": torch.__version__, "transformers": transformers.__version__},
                "telling": metrics.as_dict(),
            }
            write_figures(self._places.pocket / name, figures, electra_card(f"pocket-{name}", figures))


def electra_recipe(tokens: int, seed: int) -> Recipe:
    """The twins' recipe with 15% of the tokens masked, as in the paper."""
    longest = member("learned").length_limit
    corruption = Corruption(CHOSEN, 1.0, 0.0)  # 100% [MASK]
    return dataclasses.replace(Recipe(), tokens=tokens, seed=seed, corruption=corruption, longest=longest)
