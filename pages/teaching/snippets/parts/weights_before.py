before = {name: weights.clone() for name, weights in classifier.encoder.named_parameters()}
