"""Numbers of a configuration in, counts out: of the room “The family”. Nothing here needs a model."""
