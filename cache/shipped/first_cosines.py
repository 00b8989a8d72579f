"""The precomputed cosines of the room “What each layer knows”, written by ``python -m cache.shipped.first_cosines``."""

from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.serialisation import from_json, to_json
from components.probing.model.cosine_presets import FIRST_SENTENCE, SECOND_SENTENCE, default_words
from components.probing.model.cosine_results import Correction, CosineProfile, PairCosines, WordPlace

FILE = Path(__file__).with_name("first_cosines.json")


@dataclass(frozen=True)
class FirstCosines:
    """The mean cosines of the default model's vectors as they are, and those of the first two words."""

    profile: CosineProfile
    pair: PairCosines


@st.cache_resource(max_entries=1, show_spinner=False)
def first_cosines() -> FirstCosines:
    """The stored cosines."""
    return from_json(FirstCosines, FILE.read_text(encoding="utf-8"))


def main() -> None:
    """Compute and write them."""
    from cache.probing import cosine_profile, pair_cosines

    def ignore(_: str) -> None:
        """Ignore progress."""

    first, second = default_words(FIRST_SENTENCE, SECOND_SENTENCE)
    places = WordPlace(FIRST_SENTENCE, first), WordPlace(SECOND_SENTENCE, second)
    stored = FirstCosines(
        cosine_profile(DEFAULT_MODEL, (), Correction(), ignore),
        pair_cosines(DEFAULT_MODEL, (), Correction(), places, ignore),
    )
    FILE.write_text(to_json(stored) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
