# docker build -t riverbank . && docker run --rm -p 127.0.0.1:8501:8501 riverbank
# It writes nothing but to /tmp: docker run --rm --read-only --tmpfs /tmp -p 127.0.0.1:8501:8501 riverbank
FROM python:3.11.13-slim-bookworm

ENV PYTHONUNBUFFERED=1 \
    PIP_NO_CACHE_DIR=1 \
    HF_HUB_OFFLINE=1

# For a smaller image without CUDA: --build-arg PIP_EXTRA_INDEX_URL=(PyTorch's index of CPU builds)
ARG PIP_EXTRA_INDEX_URL

# Letters of the scripts that tokenizers know, for PNG files. Debian keeps one version of each, so that none can be pinned.
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install --yes --no-install-recommends fonts-dejavu-core fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji \
  && rm -rf /var/lib/apt/lists/*

RUN useradd --create-home --uid 1000 river
WORKDIR /home/river/riverbank

# First what has hashes, then torch, whose builds differ by index (Makefile, `lock`). bertviz is not complete, on purpose.
COPY requirements.txt requirements.lock ./
RUN pip install --no-deps --require-hashes -r requirements.lock \
  && pip install --no-warn-conflicts "$(grep ^torch== requirements.txt)"

# The code belongs to root: what runs it cannot change it.
COPY . .
USER 1000
EXPOSE 8501

HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://localhost:8501/_stcore/health', timeout=4)"]

# RIVERBANK_HOST is the name that browsers ask for, where it is another than localhost; "*.example.org" is one, too.
CMD ["sh", "-c", "exec python -m streamlit run app.py --server.address 0.0.0.0 --server.allowedHosts localhost ${RIVERBANK_HOST:+--server.allowedHosts \"$RIVERBANK_HOST\"}"]
