# Two commands: `make module` builds the Where Eagles Dare module, `make test` checks a change.
# The others are parts of them, or what a release needs (.github/workflows runs nothing else).

PYTHON ?= python3
ifeq ($(OS),Windows_NT)
BIN := .venv/Scripts
else
BIN := .venv/bin
endif

# Compiled Python is kept, whatever the environment says: a test run starts hundreds of commands.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: module modules adviser test test-all quick signature lock bench clean lowest licences workflows docs site tagged dist wheel-test

module: .venv/installed
	$(BIN)/clubroute build wed
	@echo "next: $(BIN)/clubroute draw wed --hexes 58.146,76.166 --out son.png"

modules: .venv/installed
	$(BIN)/clubroute build all

# Fast checks first, then the tests: of what is dear (engine, browser …) some, the smoke tests. They
# fetch what they need. tests/tiers.py says what is dear, CONTRIBUTING.md when to run all.
test: TIER = test
test-all: TIER = all
test test-all: .venv/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --num-workers 2
	$(BIN)/pytest --tier $(TIER) --numprocesses 2 --dist loadgroup --no-loadscope-reorder

# The classes of the adviser inside VASSAL, from their sources (docs/adviser.md). Needs a JDK.
adviser: .venv/installed-dev
	$(BIN)/python -m tests.engine.adviser

# What to run after every change: no map is built, no engine started, no oracle asked.
quick: .venv/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest --tier quick --numprocesses auto --dist loadgroup --no-loadscope-reorder

# Whether two thousand answers are those of tests/signature/digests.txt, in some 15 s.
signature: .venv/installed
	$(BIN)/python -m tests.signature

bench: .venv/installed-dev
	$(BIN)/python -m tests.bench

lock: .venv/installed-dev
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --extra build pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --extra build --extra dev pyproject.toml -o requirements-dev.lock
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --extra publish pyproject.toml -o requirements-publish.lock

# The quick tests on the oldest versions of what clubroute needs that pyproject.toml allows.
lowest: .venv/installed-publish
	$(BIN)/uv venv --quiet --allow-existing .venv/lowest
	$(BIN)/uv pip install --quiet --python .venv/lowest --resolution lowest-direct .
	$(BIN)/uv pip freeze --quiet --python .venv/lowest --exclude clubroute > .venv/lowest.txt
	$(BIN)/uv pip install --quiet --python .venv/lowest --constraint .venv/lowest.txt \
		axe-playwright-python distributed hypothesis mkdocs-material orjson playwright pyogrio pytest pytest-xdist \
		rustworkx scipy setuptools
	$(BIN)/uv pip install --quiet --python .venv/lowest --no-deps --no-build-isolation --editable .
	.venv/lowest/bin/python -m pytest --tier quick --numprocesses auto

# Whose every file is, and under which licence.
licences: .venv/installed-publish
	$(BIN)/reuse lint --quiet
	$(BIN)/check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff

# What other machines run: the forms of the workflows, and what makes them unsafe.
workflows: .venv/installed-publish
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/[fw]*.yml
	$(BIN)/zizmor --offline --quiet .

# The documentation as a site, with the pages that are made of the code; a warning is an error.
docs: .venv/installed-publish
	$(BIN)/python -m tests.docs_site build/docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --config-file build/docs/mkdocs.yml

# The map room as a site for any web host (docs/site.md), with the Python for browsers from npm.
site: .venv/installed-dev
	runtime=$$($(BIN)/python -m tests.fetching.pyodide) && $(BIN)/clubroute site --runtime "$$runtime" --out build/site

# Whether TAG is this version's, and the changelog has its date.
tagged: .venv/installed
	$(BIN)/python -m tests.tagged "$$TAG"

dist: .venv/installed-publish
	$(BIN)/python -m build --outdir dist .
	$(BIN)/twine check --strict dist/*

wheel-test: .venv/installed-dev
	$(BIN)/pytest tests/test_wheel.py

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

.venv/installed-publish: .venv/installed requirements-publish.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-publish.lock
	$(PYTHON) -c "open('$@', 'w').close()"

clean:
	$(PYTHON) -c "import shutil; [shutil.rmtree(f, ignore_errors=True) for f in ('build', 'clubroute.egg-info')]"
