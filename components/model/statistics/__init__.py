"""Figures of figures: divergences, cosines, bootstrap intervals."""
