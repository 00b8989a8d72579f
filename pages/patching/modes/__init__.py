"""The modes of the room “Change its mind”."""
