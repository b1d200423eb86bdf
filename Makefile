# make play: sets everything up and starts the host.   make test: sets everything up and runs the whole suite.
.PHONY: play demo test check format bench fixtures clean
SHELL := /bin/sh
export UV_PYTHON_DOWNLOADS := never
export UV_PROJECT_ENVIRONMENT := .venv
export PIP_DISABLE_PIP_VERSION_CHECK := 1
UV_VERSION := 0.13.9
PYTHON ?= $(shell command -v python3.11 || command -v python3)
RUN := .venv/bin/

play: .venv/.play
	@$(RUN)animateur play $(ARGS)

demo: .venv/.play
	@$(RUN)animateur demo $(ARGS)

test: .venv/.test
	@$(RUN)pytest -n 3 --dist worksteal $(ARGS)

check: .venv/.test
	$(RUN)ruff format --check .
	$(RUN)ruff check .
	$(RUN)mypy
	$(RUN)lint-imports

format: .venv/.test
	$(RUN)ruff format .
	$(RUN)ruff check --fix .

bench: .venv/.test
	@$(RUN)animateur bench $(ARGS)

# The players' voices of the recorded evenings, made again from their scenarios.
fixtures: .venv/.test
	$(RUN)python tests/recordings/generate.py

.venv/.uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "animateur : il faut Python 3.11 ou plus récent (make PYTHON=/chemin/vers/python3.11)."; exit 2; }
	@echo "animateur : installation (une fois, environ deux minutes)…"
	@$(PYTHON) -m venv --clear .venv || \
	  { echo "animateur : python3 -m venv a échoué ; sur Debian : apt-get install python3-venv."; exit 2; }
	@$(RUN)pip install --quiet uv==$(UV_VERSION)
	@sh config/system-packages.sh play
	@touch $@

.venv/.play: .venv/.uv pyproject.toml uv.lock
	@$(RUN)uv sync --quiet --frozen --inexact --no-dev --extra whisper
	@touch $@

.venv/.test: .venv/.uv pyproject.toml uv.lock
	@$(RUN)uv sync --quiet --frozen --inexact --all-extras
	@sh config/system-packages.sh test
	@sh config/voices.sh
	@touch .venv/.play $@

clean:
	rm -rf .venv build dist
