"""Waiting for the models to load."""

import streamlit as st

import cache.engine
from pages.parts.links.notes import rerun_page

# Each check is a rerun, which slows down loading. The first pages start it; after them a whole audience may wait.
LOOK_EVERY_SECONDS, OTHERS_LOOK_EVERY_SECONDS = 0.8, 2.4
_PAINTED = "painted"


def is_live() -> bool:
    """Whether models are loaded.

    If not, a line on the page says so, the engine is started as soon as the browser has painted the page, and the page
    reruns once the engine is ready. Until then the page shows precomputed results.
    """
    stage = cache.engine.engine_stage()
    if stage is cache.engine.EngineStage.READY:
        return True
    is_cold = stage is cache.engine.EngineStage.COLD
    st.fragment(_wait, run_every=LOOK_EVERY_SECONDS if is_cold else OTHERS_LOOK_EVERY_SECONDS)()
    return False


def _wait() -> None:
    # The first run of this fragment is part of the page's first run; the second comes from a browser that has painted.
    if st.session_state.get(_PAINTED) and cache.engine.engine_stage() is cache.engine.EngineStage.COLD:
        cache.engine.start_engine()
    st.session_state[_PAINTED] = True
    match cache.engine.engine_stage():
        case cache.engine.EngineStage.READY:
            rerun_page()
        case cache.engine.EngineStage.FAILED:
            st.warning("The models could not be loaded on this machine; the server's log says why.")
            st.button("Try again", on_click=cache.engine.start_engine)
        case _:
            st.caption(
                ":material/hourglass_top: The model is loading. Until it is ready, this page shows a stored result."
            )
