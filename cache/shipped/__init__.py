"""Precomputed results that ship with the app: each data set with its reader and its writer."""
