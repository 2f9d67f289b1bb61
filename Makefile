# Every command is one word; tools/ holds what is longer than a line.
# Variables: PYTHON=python3.12 (interpreter of .venv), WORKERS=2 (parallel tests), ARGS=... (passed on).
SHELL := bash
BIN := .venv/bin
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help demo test test-slow check format bench docs pin clean

help:  ## this list
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

demo:  ## a simulated campaign, its ranking and its report
	@tools/venv
	@$(BIN)/adjudge demo $(ARGS)

test:  ## check, then all tests but the slow ones
	@tools/venv dev browser
	@$(MAKE) --no-print-directory check
	@tools/test $(ARGS)

test-slow:  ## the slow tests, and properties on new examples
	@tools/venv dev
	@$(BIN)/python -m pytest -n $(or $(WORKERS),auto) -m "slow or hypothesis" --hypothesis-profile=explore $(ARGS)

check:  ## format, lint, types, layers
	@tools/venv dev
	$(BIN)/ruff format --check --quiet
	$(BIN)/ruff check --quiet
	$(BIN)/mypy --no-error-summary
	$(BIN)/lint-imports --no-logo

format:  ## format and repair what can be repaired
	@tools/venv dev
	$(BIN)/ruff check --fix-only --quiet
	$(BIN)/ruff format

bench:  ## side by side with peers; ARGS=startup for one
	@tools/venv dev
	@$(BIN)/python -m benchmarks $(or $(ARGS),all)

docs:  ## the documentation, into site/
	@tools/venv docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict 2>&1 | grep -v '^INFO' ; exit $${PIPESTATUS[0]}
	@echo "site/index.html"

pin:  ## write constraints.txt anew
	@tools/pin

clean:  ## remove caches and results; the environment is .venv
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache dist site test-results
	find benchmarks src tests -name __pycache__ -prune -exec rm -rf {} +
