# Building, running, checking and testing. `make help` lists the targets.

# The first Python that is new enough; PYTHON=/some/python chooses another.
PYTHON ?= $(shell for name in python3 python3.13 python3.12 python3.11 python; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; done)
PORT ?= 8000

VENV := .venv/bin
MANAGE := $(VENV)/python -W error manage.py

.PHONY: help audit run check test simulate load faults papers fuzz messages pictures clean python
.DEFAULT_GOAL := help

help: ## lists the targets
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 20

run: python ## sets up what is missing and serves the program, with a demo tournament, on port 8000 (PORT=...)
	@$(PYTHON) .ci/prepare.py run
	@PORT=$(PORT) $(VENV)/python .ci/serve.py

check: python ## every static check; a warning is an error
	@$(PYTHON) .ci/prepare.py check
	$(VENV)/ruff format --check .
	$(VENV)/ruff check .
	$(VENV)/mypy
	$(VENV)/lint-imports
	$(VENV)/djade --check --target-version 5.2 $$(find templates -name '*.html')
	$(VENV)/djlint --quiet --lint templates
	$(MANAGE) makemigrations --check --dry-run
	$(VENV)/python -W error .ci/deploy_check.py
	$(VENV)/python -m pytest --no-header -q tests/test_*.py

test: python ## all tests, on SQLite and on PostgreSQL, with Chromium, Redis and a worker
	@$(PYTHON) .ci/prepare.py test
	@$(VENV)/python .ci/test.py

simulate: python ## five thousand Swiss events drawn and played, every draw verified (EVENTS=, SEED=, PROCESSES=)
	@$(PYTHON) .ci/prepare.py run
	$(MANAGE) simulate --events $(or $(EVENTS),5000) --seed $(or $(SEED),1) --processes $(or $(PROCESSES),2)

load: python ## 500 readers, 40 referees who write at once, on SQLite and PostgreSQL, against limits; writes docs/load.md (SECONDS=)
	@$(PYTHON) .ci/prepare.py load
	@$(VENV)/python .ci/load.py $(or $(SECONDS),120)

faults: python ## kill -9 of web, worker, Redis and PostgreSQL while a hall writes, each FAULTS=10 times; writes docs/faults.md
	@$(PYTHON) .ci/prepare.py test
	FAULTS=$(or $(FAULTS),10) FAULTS_INTO=docs/faults.md \
		$(VENV)/python -m pytest --no-header -q --capture=no tests/services/test_faults.py

papers: python ## 300 protocols by workers of which one is killed in the middle; Redis away for a minute (PAPERS=, REDIS_AWAY=)
	@$(PYTHON) .ci/prepare.py test
	PAPERS=$(or $(PAPERS),300) REDIS_AWAY=$(or $(REDIS_AWAY),60) \
		$(VENV)/python -m pytest --no-header -q --capture=no tests/services/test_papers_by_workers.py

audit: python ## known weaknesses of the packages that the program is installed with (asks pypi.org)
	@$(PYTHON) .ci/prepare.py check
	@$(VENV)/python .ci/audit.py

fuzz: python ## every route and the interface asked in every wrong way, on both databases (FUZZ_STEPS=, FUZZ_SEED=)
	@$(PYTHON) .ci/prepare.py test
	@FUZZ_STEPS=$(FUZZ_STEPS) FUZZ_SEED=$(FUZZ_SEED) $(VENV)/python .ci/fuzz.py

messages: python ## gathers new messages for the translators into the .po files
	@$(PYTHON) .ci/prepare.py run
	$(VENV)/python manage.py makemessages -l ru -l es --no-obsolete --no-wrap --add-location file --ignore tests

pictures: python ## takes the pictures of docs/pictures anew, from the demo tournament
	@$(PYTHON) .ci/prepare.py check
	$(VENV)/python -m tests.browser.pictures

clean: ## removes what can be made again; data under var/ stays
	rm -rf .venv .run .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find tournament/locale -name '*.mo' -delete

python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed and was not found." \
		"On Debian 12 or Ubuntu 24.04: apt-get install python3 python3-venv;" \
		"elsewhere: https://www.python.org/downloads/ - then say make PYTHON=/path/to/python3.x" >&2; exit 1; }
