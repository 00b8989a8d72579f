import torch

# Inputs: the page fills in your values here.
query = [0.9, 0.35]
key = [0.55, 0.75]
pair = 2
width = 64
base = 10000.0
m = 7
n = 3

query, key = (torch.tensor(vector, dtype=torch.double) for vector in (query, key))


def rotate(vector, position):
    angle = torch.tensor(position * base ** (-2 * pair / width), dtype=torch.double)
    x, y = vector
    return torch.stack([x * angle.cos() - y * angle.sin(), x * angle.sin() + y * angle.cos()])


print("m =", m, "n =", n, "dot product", (rotate(query, m) @ rotate(key, n)).item())
print("same distance, 1,000 positions on", (rotate(query, m + 1000) @ rotate(key, n + 1000)).item())
