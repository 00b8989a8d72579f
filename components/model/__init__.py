"""Computations that all rooms share: names and strings in, frozen results out. Nothing here knows about pages.

Modules that import torch or transformers are imported inside the functions of ``cache``, never at the top of a page,
since the first page is drawn before either has loaded.
"""
