# For those who have make; launch.py does the work.
.PHONY: run test check portable

run test check:
	python3 launch.py $@

# What is computed, as processors without AVX-512, and without AVX, compute it: sums come in another order there.
COMPUTED = tests/components tests/cache tests/training tests/pages
portable:
	ATEN_CPU_CAPABILITY=avx2 ONEDNN_MAX_CPU_ISA=AVX2 python3 launch.py test $(COMPUTED)
	ATEN_CPU_CAPABILITY=default ONEDNN_MAX_CPU_ISA=SSE41 python3 launch.py test $(COMPUTED)
