"""Cached computations.

Only here are ``st.cache_resource`` and ``st.cache_data`` used: one module per room, and shared ones. Cache keys are
names and strings, never model objects, and every cache is bounded. :mod:`cache.engine` starts the engine in the
background: importing this package imports neither torch nor transformers.
"""
