"""The vectors themselves, for those who go on with them elsewhere."""

import streamlit as st

from components.tables.vector_files import points_parquet, vectors_npz
from pages.senses.situation import Senses


def vectors_to_take_away(at: Senses) -> None:
    """All layers of all points as npz, and the points as Parquet; made when they are asked for."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption("All vectors, every layer:")
        st.download_button(
            "npz",
            lambda: vectors_npz(at.found, at.senses),
            file_name=f"riverbank-{at.word}-vectors.npz",
            key="vectors-npz",
            on_click="ignore",
        )
        st.download_button(
            "Parquet",
            lambda: points_parquet(at.found, at.senses),
            file_name=f"riverbank-{at.word}-vectors.parquet",
            key="vectors-parquet",
            on_click="ignore",
        )
