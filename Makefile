# For those who have make; launch.py does the work.
.PHONY: run test check portable release lock

run test check:
	python3 launch.py $@

# What is computed, as processors without AVX-512, and without AVX, compute it: sums come in another order there.
COMPUTED = tests/components tests/cache tests/training tests/pages
portable:
	ATEN_CPU_CAPABILITY=avx2 ONEDNN_MAX_CPU_ISA=AVX2 python3 launch.py test $(COMPUTED)
	ATEN_CPU_CAPABILITY=default ONEDNN_MAX_CPU_ISA=SSE41 python3 launch.py test $(COMPUTED)

# What goes with a release: all that it installs, and whether any of it is known to be weak (docs/deploy.md).
RELEASE = runs/release
release:
	python3 -m venv $(RELEASE)/app && python3 -m venv $(RELEASE)/tools
	$(RELEASE)/app/bin/python -m pip install --quiet --no-deps --require-hashes -r requirements.lock
	$(RELEASE)/app/bin/python -m pip install --quiet --no-warn-conflicts "$$(grep ^torch== requirements.txt)"
	$(RELEASE)/tools/bin/python -m pip install --quiet -r requirements-release.txt
	$(RELEASE)/tools/bin/cyclonedx-py environment --pyproject pyproject.toml --output-reproducible \
	  --output-file $(RELEASE)/sbom.cdx.json $(RELEASE)/app
	$(RELEASE)/tools/bin/pip-audit --path "$$(echo $(RELEASE)/app/lib/python3*/site-packages)"

# Every package with its version and hashes, but for those that bertviz alone requires (pyproject.toml). torch and the CUDA
# libraries are left out: their builds differ by index, so that pip takes them by version (requirements.txt).
BUILDS = torch triton cuda-bindings cuda-pathfinder cuda-toolkit nvidia-cublas nvidia-cuda-cupti nvidia-cuda-nvrtc \
  nvidia-cuda-runtime nvidia-cudnn-cu13 nvidia-cufft nvidia-cufile nvidia-curand nvidia-cusolver nvidia-cusparse \
  nvidia-cusparselt-cu13 nvidia-nccl-cu13 nvidia-nvjitlink nvidia-nvshmem-cu13 nvidia-nvtx
lock:
	for name in requirements requirements-test; do \
	  uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	    --custom-compile-command "make lock" $(addprefix --no-emit-package ,$(BUILDS)) \
	    $$name.txt --output-file $$name.lock || exit 1; done
