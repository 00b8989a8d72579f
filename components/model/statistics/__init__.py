"""Statistics: divergences, cosines, kernel alignment, bootstrap intervals, paired tests."""
