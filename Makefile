# Two commands: `make module` builds the Where Eagles Dare module, `make test` checks everything.

PYTHON ?= python3
ifeq ($(OS),Windows_NT)
BIN := .venv/Scripts
else
BIN := .venv/bin
endif

# Compiled Python is kept, whatever the environment says: a test run starts hundreds of commands.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: module test quick check lock bench clean

module: .venv/installed
	$(BIN)/clubroute build wed
	@echo "next: $(BIN)/clubroute draw wed --hexes 58.146,76.166 --out son.png"

# Fast checks first, then the suite; the engine tests fetch what they need.
test: .venv/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --num-workers 2
	$(BIN)/pytest --numprocesses 2 --dist loadfile --no-loadscope-reorder

# What to run after every change: no map is built, no engine started, no oracle asked.
quick: .venv/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest --quick --numprocesses auto

check: .venv/installed-dev
	$(BIN)/pytest -m "not engine and not slow"

bench: .venv/installed-dev
	$(BIN)/python -m tests.bench

lock: .venv/installed-dev
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --extra build pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --extra build --extra dev pyproject.toml -o requirements-dev.lock

.venv/pyvenv.cfg:
	$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11) and 'Python 3.11 or later is needed: make PYTHON=...')"
	$(PYTHON) -m venv .venv

.venv/installed: .venv/pyvenv.cfg requirements.lock pyproject.toml setup.py
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	$(BIN)/python -m tests.typing_links .venv/typing
	$(PYTHON) -c "open('$@', 'w').close()"

.venv/installed-dev: .venv/installed requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	$(PYTHON) -c "open('$@', 'w').close()"

clean:
	$(PYTHON) -c "import shutil; [shutil.rmtree(f, ignore_errors=True) for f in ('build', 'clubroute.egg-info')]"
