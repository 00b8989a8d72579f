"""Cached computations.

One module per room, and shared ones; :func:`cache.sized_cache.share_results` shares their results. Cache keys are
names and strings, never model objects, and every cache is bounded. :mod:`cache.engine` starts the engine in the
background: importing this package imports neither torch nor transformers.
"""
