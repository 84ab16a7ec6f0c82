# Everything needs only Python 3.11 or newer, its venv module and make.
PYTHON ?= python3
BIN = .venv/bin
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check
TESTS ?= tests

.PHONY: help run test storm bench gate lock clean

help: ## list these targets
	@grep -hE '^[a-z]+:.*##' Makefile | sed 's/:.*## /\t/'

run: .venv/ready ## start Countersign; prints the address of its page
	@$(BIN)/countersign run

test: .venv/ready-dev ## run every test (about six minutes on two cores)
	@$(BIN)/python -m pytest -n 2 --dist worksteal -m "not storm" $(TESTS)

storm: .venv/ready-dev ## the long storms: presses and kills by the thousand
	@$(BIN)/python -m pytest -n 2 -m storm --timeout 1800 $(TESTS)

bench: .venv/ready-dev ## what a press costs, as ratios to a floor of the same run
	@$(BIN)/python -m bench

gate: .venv/ready-dev ## lint and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

lock: ## write both locks anew (needs uv)
	uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --no-annotate \
	  --custom-compile-command "make lock" pyproject.toml --extra dev -o requirements-dev.lock
	uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --no-annotate \
	  --custom-compile-command "make lock" pyproject.toml \
	  -c requirements-dev.lock -o requirements.lock

clean: ## remove what was installed and built
	rm -rf .venv build *.egg-info .mypy_cache .ruff_cache

.venv/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Countersign needs Python 3.11 or newer; $(PYTHON) is older. Try: make PYTHON=python3.11 ..."; exit 1; }
	@$(PYTHON) -m venv .venv
	@touch $@

.venv/ready: .venv/python requirements.lock pyproject.toml
	@echo "Installing Countersign into .venv ..."
	@$(PIP) --require-hashes -r requirements.lock
	@$(PIP) --no-deps --no-build-isolation --no-index -e .
	@touch $@

.venv/ready-dev: .venv/ready requirements-dev.lock
	@echo "Installing the test tools into .venv ..."
	@$(PIP) --require-hashes -r requirements-dev.lock
	@touch $@
