"""The sentence input: box, tiles, masks and blanks."""
