"""Strings in, frozen results out. Nothing here knows that there is a screen.

Modules that import torch or transformers are imported inside the functions of ``cache``, never at the top of a page:
the first page is painted before either has loaded.
"""
