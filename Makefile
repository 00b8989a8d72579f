# For those who have make; launch.py does the work.
.PHONY: run test check

run test check:
	python3 launch.py $@
