# Same Deal. `make help` lists the commands; each sets up by itself what it needs, once.

# Stamps carry the place they were made in: a virtual environment copied along with its checkout is made anew.
HERE := $(shell pwd | cksum | cut -d ' ' -f 1)
SERVE := .venv/serve-$(HERE)
TEST := .venv/test-$(HERE)
TOOLS := .venv/tools-$(HERE)

PYTHON = $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
PY := .venv/bin/python
PIP := $(PY) -m pip --quiet --quiet --disable-pip-version-check install
UV = .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --no-header
UNIT := $(wildcard tests/rules tests/contest tests/solver tests/test_protocol.py)

export PATH := $(CURDIR)/.venv/bin:$(PATH)

.PHONY: help serve fast test test-long lint check bench lock screenshots ruff mypy imports tsc
.DEFAULT_GOAL := help

help: ## list the commands
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' Makefile | expand -t 14

serve: $(SERVE) ## serve today's games on port 8000 (ARGS="--port 9000" for more)
	@exec .venv/bin/samedeal serve $(ARGS)

fast: $(SERVE) ## the compiled solver too (numba): ten times as quick
	@$(PIP) --require-hashes -r requirements/fast.txt

test: lint ## everything a change must pass: lint, then all quick tests (ARGS for pytest)
	@$(PY) -m pytest -n auto --dist loadfile $(ARGS)

test-long: $(TOOLS) fast ## the tests that take minutes
	@$(PY) -m pytest -n auto --dist loadfile -m long -o faulthandler_timeout=3600 $(ARGS)

check: $(TEST) ## the unit layers only, in seconds
	@$(PY) -m pytest -q -n 0 $(UNIT) $(ARGS)

lint: $(TOOLS) ## style, types, imports, the pages' types
	@$(MAKE) --no-print-directory -j 4 $(if $(filter output-sync,$(.FEATURES)),-O) ruff mypy imports tsc

bench: $(TEST) ## moves a second, on this machine
	@$(PY) -m tests.bench $(ARGS)

screenshots: $(TOOLS) ## pictures of every page, into screenshots/
	@$(PY) -m tests.web.screenshots $(ARGS)

lock: $(SERVE) ## newest versions that fit pyproject.toml and package.json, with hashes
	@$(PIP) uv
	@$(UV) --upgrade pyproject.toml --group build -o requirements/serve.txt
	@$(UV) --upgrade pyproject.toml --extra fast -c requirements/serve.txt -o requirements/fast.txt
	@$(UV) --upgrade pyproject.toml --group build --group test -c requirements/serve.txt -o requirements/test.txt
	@$(UV) --upgrade --group node -o requirements/node.txt
	@npm update --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund

ruff:
	@$(PY) -m ruff check --quiet
	@$(PY) -m ruff format --check --quiet || { echo "Not formatted. Run: $(PY) -m ruff format"; exit 1; }

mypy:
	@$(PY) -m mypy --no-error-summary

imports:
	@.venv/bin/lint-imports --no-logo

tsc:
	@if [ -z "$(wildcard web/js/*.js)" ]; then :; \
	elif [ -x node_modules/.bin/tsc ]; then node_modules/.bin/tsc -p .; \
	else echo "The pages' types were not checked: no TypeScript."; fi

$(SERVE): pyproject.toml requirements/serve.txt
	@[ -n "$(PYTHON)" ] || { echo "Same Deal needs Python 3.11 or newer, and no python3 here is. Please install one."; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { \
		echo "This Python cannot make virtual environments. Please run: apt install python3-venv"; exit 1; }
	@grep -qs "$(CURDIR)/.venv$$" .venv/pyvenv.cfg || { echo "Setting up .venv (once)"; $(PYTHON) -m venv --clear .venv; }
	@$(PIP) --require-hashes -r requirements/serve.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(TEST): $(SERVE) requirements/test.txt
	@echo "Setting up what the tests need (once)"
	@$(PIP) --require-hashes -r requirements/test.txt
	@touch $@

# Without the stamp the next run tries again; only CI insists.
$(TOOLS): $(TEST) tests/tools.py package-lock.json requirements/node.txt
	@if $(PY) tests/tools.py; then touch $@; elif [ -n "$$CI" ]; then exit 1; fi
