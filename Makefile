# What a developer runs beside ./run and ./test; each target uses the virtual environment that ./test makes.
VENV ?= .venv
PYTHON = $(VENV)/bin/python
export PATH := $(CURDIR)/$(VENV)/bin:$(PATH)
UV_COMPILE = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-header --no-emit-index-url --annotation-style line

.PHONY: help bench load fuzz cluster lint format messages reference requirements

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "%-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

bench: ## measure what must be fast, as ratios to a peer (make bench ONLY=name)
	$(PYTHON) -m tests.bench $(ONLY)

load: ## a thousand open pages while hands are recorded (make load WITH="--clients 500 --seconds 30")
	$(PYTHON) -m tools.load $(WITH)

fuzz: ## the random tests, at length
	HYPOTHESIS_PROFILE=fuzz $(PYTHON) -m pytest -q -n 2 -m "not browser and not celery" tests/engine tests/adjudication tests/tournament

cluster: ## PostgreSQL, Redis, a worker and two web servers on this machine, until Ctrl-C
	$(PYTHON) -m tools.cluster

lint: ## style, format, import contracts and types
	ruff check .
	ruff format --check .
	lint-imports --no-logo
	mypy

format: ## put the code into the one format
	ruff check --fix .
	ruff format .

messages: ## bring the translation catalogues up to date with the code (needs gettext)
	$(PYTHON) manage.py messages

reference: ## write docs/events.md, docs/patterns.md and docs/options.md from the rulesets
	$(PYTHON) manage.py reference

requirements: ## pin the newest versions that requirements*.in allow
	$(UV_COMPILE) --upgrade requirements.in -o requirements.txt
	$(UV_COMPILE) --upgrade -c requirements.txt requirements-dev.in -o requirements-dev.txt
	$(UV_COMPILE) --upgrade -c requirements.txt requirements-print.in -o requirements-print.txt
