# nphub on Debian 12 or 13 with Swift 6.2 or later: `make help` tells what there is.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help

# The folder into which `make install` puts the program and the files of packaging/packaging.mk.
PREFIX ?= /usr/local
DESTDIR ?=
# The arguments of `make run`, such as ARGUMENTS="--config stations.yaml".
ARGUMENTS ?=

# The packages that the program is built with and runs on. Swift uses the C++ library of g++; the
# event-loop plug-in lets libwebsockets run on libuv.
PACKAGES := \
	libwebsockets-dev libwebsockets-evlib-uv libuv1-dev libssl-dev libsimdjson-dev libyaml-dev \
	libsqlite3-dev libsystemd-dev libidn2-dev libutf8proc-dev libnats-dev libcurl4-openssl-dev \
	libmosquitto-dev \
	pkg-config g++ git python3 ca-certificates
# The other packages of the tests: an independent WebSocket server, an independent validator, a
# browser, and the programs that read the output. `systemd` has busctl.
TEST_PACKAGES := $(PACKAGES) openssl python3 python3-jsonschema python3-websockets python3-yaml \
	python3-prometheus-client curl jq socat groff-base util-linux dbus systemd playerctl chromium \
	mosquitto mosquitto-clients sqlite3

# The packages of the benchmarks: a counter of instructions, the environment of a peer that the hub
# is measured against, and another peer.
BENCH_PACKAGES := $(PACKAGES) valgrind python3 python3-venv nginx-light libnginx-mod-nchan

# The store of a cluster, stations that count who listens, and keys for accounts.
CLUSTER_PACKAGES := $(TEST_PACKAGES) nats-server python3-cryptography

# Players to run the hub against, and what makes sound files for them, a display and a sink.
PLAYER_PACKAGES := $(TEST_PACKAGES) \
	mopidy gstreamer1.0-plugins-good snapserver mpd python3-mpd python3-dbus python3-gi \
	kodi xvfb pulseaudio python3-venv ffmpeg

# A server of audio streams, and an encoder that feeds it.
STREAM_PACKAGES := $(TEST_PACKAGES) icecast2 ffmpeg

# Fonts for what the simulated stations play, what an event client of Python's is installed with, a
# compiler for the types of the library for web pages, and a second browser.
WEB_PACKAGES := $(TEST_PACKAGES) fonts-noto-core fonts-noto-cjk python3-venv node-typescript \
	firefox-esr
# The proxies before the hub in tests. They are unpacked and not installed: installed, they start as
# services of this machine.
PROXIES := nginx caddy

SOURCES := Sources Tests Benchmarks docs/examples Package.swift
# The options of every debug build: a build with other options compiles all anew. A target may
# import only its declared dependencies. Colours are a setting of the compiler, and differ between a
# terminal and a pipe. An index is for editors, and costs the compiler a fifth of its time.
BUILD_OPTIONS := --explicit-target-dependency-import-check error --no-color-diagnostics \
	--disable-index-store
# The version that release builds report; empty outside of a clone.
COMMIT = $(shell git describe --always --dirty --abbrev=10 --exclude '*' 2>/dev/null)
DEBUG_PROGRAM := .build/debug/nphub
TESTS := .build/debug/nphubPackageTests.xctest
RELEASE_PROGRAM := .build/release/nphub
# All but the first go on at the same time: most of them wait most of the time.
CHECKS := check-build check-contract check-web check-units check-loops check-format
# The folder of the logs of the checks, one file each.
CHECK_LOGS := .build/checks

# Installs those of the packages $(1) that are missing. All output is on stderr: stdout is for the
# program's records.
define install-packages
@{ \
	command -v swift >/dev/null || { echo 'Swift is missing: swift.org/install'; exit 69; }; \
	if ! command -v dpkg-query >/dev/null; then \
		echo 'This is not Debian. Install these packages under the names that they have here: $(1)'; exit 0; \
	fi; \
	installed=$$(dpkg-query -W -f='$${db:Status-Status} $${Package}\n' $(1) 2>/dev/null \
		| sed -n 's/^installed //p' || true); \
	missing=$$(comm -13 <(sort -u <<<"$$installed") <(printf '%s\n' $(1) | sort -u)); \
	if [[ -z $$missing ]]; then exit 0; fi; \
	echo "Installing" $$missing; \
	elevated=(); if [[ $$(id -u) != 0 ]]; then elevated=(sudo); fi; \
	"$${elevated[@]}" apt-get -q update; \
	"$${elevated[@]}" env DEBIAN_FRONTEND=noninteractive \
		apt-get -q install -y --no-install-recommends $$missing; \
} 1>&2
endef

.PHONY: help
help: ## Lists what there is.
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

.PHONY: setup
setup: ## Installs the Debian packages that are missing.
	$(call install-packages,$(PACKAGES))

.PHONY: setup-tests
setup-tests: ## Installs those that are missing for the tests, too.
	$(call install-packages,$(TEST_PACKAGES))

# Builds the product $(1) for release. With Swift's own libraries inside, where the toolchain has them
# for that: the program then runs on machines without Swift, and is a little faster. Only lld packs
# relocations, which saves 2 MB; they need glibc 2.36, which Debian 12 has.
define build-release
	@options=(-c release --product $(1) --no-color-diagnostics); \
	libraries=$$(swift -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p'); \
	if [[ -d $${libraries}_static ]]; then \
		options+=(--static-swift-stdlib -Xswiftc -use-ld=lld); \
		options+=(-Xlinker -z -Xlinker pack-relative-relocs); \
	fi; \
	NPHUB_COMMIT='$(COMMIT)' swift build "$${options[@]}" 1>&2
endef

.PHONY: build
build: setup ## Builds the program for release.
	$(call build-release,nphub)

# On a terminal the program gets a process group of its own, so that Ctrl-C reaches it and not
# make, which would call it an error.
.PHONY: run
run: setup ## Runs a debug build: on embedded stations, or with ARGUMENTS="--config FILE".
	@swift build --product nphub $(BUILD_OPTIONS) 1>&2
	@command=$(if $(findstring --config,$(ARGUMENTS)),run,demo); \
	if [[ $$command == run ]]; then \
		echo 'This is a debug build; `make build` makes the release.' >&2; \
	fi; \
	if [[ -t 0 ]]; then set -m; $(DEBUG_PROGRAM) $$command $(ARGUMENTS); \
	else exec $(DEBUG_PROGRAM) $$command $(ARGUMENTS); fi

# Each check is told of when it has ended; at the end stands what has failed.
.PHONY: test
test: setup-tests ## Runs all checks, and sums up.
	@rm -rf $(CHECK_LOGS); mkdir -p $(CHECK_LOGS); \
	echo 'Building. The first time, and after a change deep down, it takes minutes.'; \
	if $(MAKE) outcome-check-build; then \
		echo 'Running the checks. Each is told of when it has ended.'; \
		$(MAKE) -k -j --output-sync=target $(CHECKS:%=outcome-%) || true; \
	fi; \
	echo; code=0; for check in $(CHECKS); do \
		outcome=$$(cat $(CHECK_LOGS)/$$check.outcome 2>/dev/null || echo 'not run'); \
		if [[ $$outcome != passed* ]]; then code=1; fi; \
		printf '%-18s%s\n' $$check "$$outcome"; \
	done; \
	if ((code != 0)); then echo; grep -hE $(FAILURES) $(CHECK_LOGS)/*.log || true; fi; \
	exit $$code

# The names of failures in the output of Swift's tests, Python's tests and the compiler.
FAILURES := '^✘ Test .*(recorded an issue|failed after)|^(FAIL|ERROR): |error: |Fatal error'

# Runs a check, unless that was done, keeps what it says, and notes what became of it.
outcome-%:
	@if [[ -f $(CHECK_LOGS)/$*.outcome ]]; then exit 0; fi; \
	started=$$SECONDS; outcome=passed; \
	$(MAKE) $(if $(filter check-build,$*),,-o check-build) $* 2>&1 \
		| tee $(CHECK_LOGS)/$*.log || outcome=FAILED; \
	echo "$$outcome ($$((SECONDS - started)) s)" >$(CHECK_LOGS)/$*.outcome; \
	echo "$* $$(cat $(CHECK_LOGS)/$*.outcome)"; [[ $$outcome == passed ]]

.PHONY: check-build
check-build: setup-tests ## Builds program and tests; warnings and undeclared imports are errors.
	@swift build --build-tests $(BUILD_OPTIONS)

# Runs the Swift tests that $(1) tells of, and shows their suites and what fails; of what crashes,
# all that it said last. Not by `swift test`, of which only one can run at a time. $(2) is `nice` for
# those that compute: those that wait for something go first.
define swift-tests
@log=$$(mktemp); trap 'rm -f "$$log"' EXIT; code=0; \
	$(2) $(TESTS) --testing-library swift-testing $(1) >"$$log" 2>&1 || code=$$?; \
	awk '!/^(↳|  )/ { shown = /^(✘|✔ Suite)|^[^ ]+ Test run with/ } shown' "$$log"; \
	if ((code != 0)) && ! grep -q '^✘ Test run' "$$log"; then tail -n 100 "$$log"; fi; \
	exit $$code
endef

# Those that make loops count the descriptors of their process and the time that it computes: they
# have processes of their own.
.PHONY: check-units
check-units: check-build ## Runs the Swift tests of the parts.
	$(call swift-tests,--skip '^(Loop|Simulator|DesktopBus|Sink)Tests',nice)

.PHONY: check-loops
check-loops: check-build ## Runs those that make event loops.
	$(call swift-tests,--filter '^LoopTests')
	$(call swift-tests,--filter '^SimulatorTests')
	$(call swift-tests,--filter '^DesktopBusTests')
	$(call swift-tests,--filter '^SinkTests')

.PHONY: check-contract
check-contract: check-build ## Holds what the program prints against schemas/.
	@NPHUB=$(DEBUG_PROGRAM) /usr/bin/python3 Tests/Contract

.PHONY: check-web
check-web: check-build ## Shows the web pages in a browser, shortly; `make test-web` has the rest.
	@NPHUB=$(DEBUG_PROGRAM) /usr/bin/python3 Tests/Web test_smoke

# Home Assistant is in no distribution; it gets a folder of its own.
.PHONY: setup-players
setup-players: ## Installs the players that `make test-players` runs.
	$(call install-packages,$(PLAYER_PACKAGES))
	@/usr/bin/python3 -m venv .build/players/home-assistant 1>&2
	@.build/players/home-assistant/bin/pip install -q -r Tests/Players/requirements.txt 1>&2

.PHONY: setup-homeassistant
setup-homeassistant: ## Installs Home Assistant, which `make test-homeassistant` runs.
	$(call install-packages,$(TEST_PACKAGES) python3-venv)
	@/usr/bin/python3 -m venv .build/players/home-assistant 1>&2
	@.build/players/home-assistant/bin/pip install -q -r Tests/Players/requirements.txt 1>&2

.PHONY: test-homeassistant
test-homeassistant: ## Runs the program with a broker and a real Home Assistant.
	@NPHUB=$(PROGRAM) /usr/bin/python3 Tests/HomeAssistant

# The program to run, and the players to run it with; all that are installed if none is named.
PROGRAM ?= $(DEBUG_PROGRAM)
PLAYERS ?=
.PHONY: setup-streams
setup-streams: ## Installs the servers of streams that `make test-streams` runs.
	$(call install-packages,$(STREAM_PACKAGES))

.PHONY: test-streams
test-streams: ## Runs the program against a real Icecast: PROGRAM=PATH.
	@NPHUB=$(PROGRAM) /usr/bin/python3 Tests/Streams

.PHONY: test-players
test-players: ## Runs the program against real players: PLAYERS="mopidy kodi" PROGRAM=PATH.
	@NPHUB=$(PROGRAM) /usr/bin/python3 Tests/Players $(PLAYERS)

.PHONY: setup-web
setup-web: ## Installs what `make test-web` needs besides.
	$(call install-packages,$(WEB_PACKAGES))
	@/usr/bin/python3 -m venv .build/web 1>&2
	@.build/web/bin/pip install -q -r Tests/Web/requirements.txt 1>&2
	@mkdir -p .build/proxies; cd .build/proxies; for name in $(PROXIES); do \
		if [[ -x $$(echo usr/*bin/$$name) ]]; then continue; fi; \
		apt-get -q download $$name 1>&2; dpkg-deb -x $${name}_*.deb .; \
	done

# The tests of the web pages to run, such as WEB_TESTS="test_player"; all if none is named.
WEB_TESTS ?=
.PHONY: test-web
test-web: setup-web ## Shows the web pages in a browser: WEB_TESTS="test_player" PROGRAM=PATH.
	@NPHUB=$(PROGRAM) /usr/bin/python3 Tests/Web $(WEB_TESTS)

# schemathesis is in no distribution; it gets a folder of its own.
.PHONY: setup-api
setup-api: setup-tests ## Installs what `make test-api` runs.
	@/usr/bin/python3 -m venv .build/api 1>&2
	@.build/api/bin/pip install -q -r Tests/API/requirements.txt 1>&2

.PHONY: test-api
test-api: ## Holds the web server against schemas/openapi.yaml, by schemathesis: PROGRAM=PATH.
	@NPHUB=$(PROGRAM) /usr/bin/python3 Tests/API

.PHONY: setup-cluster
setup-cluster: ## Installs the store that `make test-cluster` runs.
	$(call install-packages,$(CLUSTER_PACKAGES))

# The faults, and the runs of each: SCENARIOS="--times 50 kill"; all, a few times, if none is named.
SCENARIOS ?=
.PHONY: test-cluster
test-cluster: setup-cluster ## Kills members of a cluster and its store: SCENARIOS="--times 50 kill".
	@cd Tests/Cluster && PYTHONPATH=../harness /usr/bin/python3 -m unittest -q
	@NPHUB=$(PROGRAM) /usr/bin/python3 Tests/Cluster $(SCENARIOS)

# The attacks measure times, which are those of a program that is built for release.
FAULTS ?=
.PHONY: test-faults
test-faults: PROGRAM := $(RELEASE_PROGRAM)
test-faults: ## Attacks the program that is built: FAULTS="test_clients test_kills" PROGRAM=PATH.
	@NPHUB=$(PROGRAM) /usr/bin/python3 Tests/Faults $(FAULTS)

# The length of the run, and the folder of its samples and their chart.
HOURS ?= 1
SOAK := .build/soak
# The number of worlds to simulate.
SEEDS ?= 2000
.PHONY: soak-cluster
soak-cluster: export NPHUB_CLUSTER_SEEDS = $(SEEDS)
soak-cluster: check-build ## Simulates clusters with faults from seeds: SEEDS=2000.
	$(call swift-tests,--filter '^ClusterTests.ClusterSimulationTests',nice)

.PHONY: soak
soak: PROGRAM := $(RELEASE_PROGRAM)
soak: soak-cluster ## Runs what is built under a mixed load, and fails when something grows: HOURS=1.
	@mkdir -p $(SOAK)
	@NPHUB=$(PROGRAM) nice /usr/bin/python3 Tests/Faults/soak.py --hours $(HOURS) \
		--csv $(SOAK)/samples.csv --chart $(SOAK)/samples.svg

MINUTES ?= 15
.PHONY: soak-crowd
soak-crowd: PROGRAM := $(RELEASE_PROGRAM)
soak-crowd: ## Serves thousands of clients, none of which may miss a record: MINUTES=15.
	@NPHUB=$(PROGRAM) /usr/bin/python3 Tests/Faults/crowd.py --minutes $(MINUTES)

# Builds with the sanitizer $(1) in the folder $(2), and runs the suites, and then the program under
# a load.
define sanitize
@swift build --build-tests $(BUILD_OPTIONS) --sanitize $(1) --scratch-path $(2) \
	-Xswiftc -use-ld=lld 1>&2
$(call swift-tests,--skip '^(Loop|Simulator|DesktopBus|Sink)Tests')
$(call swift-tests,--filter '^LoopTests')
$(call swift-tests,--filter '^SimulatorTests')
$(call swift-tests,--filter '^DesktopBusTests')
$(call swift-tests,--filter '^SinkTests')
@NPHUB=$(2)/debug/nphub nice /usr/bin/python3 Tests/Faults/sanitized.py
endef

.PHONY: tsan
tsan: TESTS := .build-tsan/debug/nphubPackageTests.xctest
tsan: setup-tests ## Runs suites and program with the thread sanitizer.
	$(call sanitize,thread,.build-tsan)

# Memory that is allocated once and kept for ever looks like a leak to it; `make soak` finds leaks.
.PHONY: asan
asan: export ASAN_OPTIONS := detect_leaks=0
asan: TESTS := .build-asan/debug/nphubPackageTests.xctest
asan: setup-tests ## Runs suites and program with the address sanitizer.
	$(call sanitize,address,.build-asan)

# libFuzzer looks for inputs that break a rule of Tests/Fuzz/Targets, beginning with the corpus that
# the tests replay. New inputs go to .build-fuzz/corpus. An input that breaks a rule, as small as
# libFuzzer can make it, stands there beside its folder; it belongs in the corpus when the fault is
# mended. Memory that is allocated once and kept for ever looks like a leak to the sanitizer.
FUZZER := .build-fuzz/release/Fuzzer
TARGET ?= mapper
SECONDS ?= 60
.PHONY: fuzz
fuzz: setup ## Fuzzes one target: TARGET=websocket SECONDS=600, or TARGET=list.
	@NPHUB_FUZZ=1 swift build -c release --product Fuzzer --scratch-path .build-fuzz \
		-Xswiftc -sanitize=fuzzer,address -Xswiftc -enable-testing -Xcxx -fsanitize=address \
		-Xswiftc -use-ld=lld --no-color-diagnostics 1>&2
	@if [[ $(TARGET) == list ]]; then exec $(FUZZER); fi; \
	new=.build-fuzz/corpus/$(TARGET); mkdir -p $$new; \
	SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 $(FUZZER) $(TARGET) -max_total_time=$(SECONDS) -timeout=10 \
		-max_len=4096 -artifact_prefix=.build-fuzz/corpus/$(TARGET)- $$new Tests/Fuzz/Corpus/$(TARGET)

# The peer that the hub runs beside is a program of Python, in an environment of its own.
.PHONY: setup-bench
setup-bench:
	$(call install-packages,$(BENCH_PACKAGES))
	@/usr/bin/python3 -m venv .build/peer 1>&2
	@.build/peer/bin/pip install -q -r Benchmarks/EndToEnd/requirements.txt 1>&2

# The counted program is built like the real one, in the same folder, from the same modules.
.PHONY: build-bench
build-bench: export NPHUB_BENCH := 1
build-bench:
	$(call install-packages,$(BENCH_PACKAGES))
	$(call build-release,Benchmarks)

.PHONY: bench
bench: ## Measures the hub: bench-count, then bench-peer.
	@$(MAKE) bench-count
	@$(MAKE) bench-peer

# Of which parts, such as CASES="feed/ fan-out/100"; all if none is named.
CASES ?=
.PHONY: bench-count
bench-count: build-bench ## Counts instructions of its parts, and compares: CASES="feed/ view/".
	@/usr/bin/python3 Benchmarks count $(CASES)

.PHONY: bench-check
bench-check: ## The same; fails where something got worse by more than 5 %.
	$(call install-packages,$(BENCH_PACKAGES))
	@if /usr/bin/python3 Benchmarks comparable; then \
		$(MAKE) build-bench; /usr/bin/python3 Benchmarks count --check $(CASES); \
	fi

.PHONY: bench-baseline
bench-baseline: build-bench ## Writes what later counts are compared with.
	@/usr/bin/python3 Benchmarks count --write $(CASES)

# The parts as a debug build has them, with counters of what is executed.
.PHONY: bench-journey
bench-journey: export NPHUB_BENCH := 1
bench-journey: setup ## Counts the functions that a publication passes: CASES="publication/repeat".
	@swift build --product Benchmarks --scratch-path .build-journey $(BUILD_OPTIONS) \
		-Xswiftc -profile-generate -Xswiftc -profile-coverage-mapping 1>&2
	@/usr/bin/python3 Benchmarks journey $(if $(CASES),"$(CASES)")

.PHONY: bench-peer
bench-peer: build setup-bench ## Runs all of it beside a peer: processor, memory, latency.
	@/usr/bin/python3 Benchmarks peer

.PHONY: bench-curves
bench-curves: build setup-bench ## Measures costs against load beside the peer, and draws them for the docs.
	@/usr/bin/python3 Benchmarks curves

.PHONY: bench-web
bench-web: build setup-bench ## Runs the web server beside peers, with thousands of clients.
	@/usr/bin/python3 Benchmarks web

# Such as LOAD="--stations 2000 --rates 300 --replicas 1".
LOAD ?=
.PHONY: bench-cluster
bench-cluster: build setup-bench setup-cluster ## Runs three members beside a hub alone: LOAD="--stations 2000".
	@/usr/bin/python3 Benchmarks cluster $(LOAD)

.PHONY: reference
reference: setup-tests ## Writes the config's reference and the bundled OpenAPI from the schemas.
	@/usr/bin/python3 Tests/Contract/reference.py
	@/usr/bin/python3 Tests/Contract/bundle.py

# The files that changed since they passed; all of them when the rules did. A file that changes
# meanwhile is newer than the stamp.
FORMATTED := .build/formatted
$(FORMATTED): .swift-format $(shell find $(SOURCES) -name '*.swift')
	@mkdir -p .build; touch $@.begun
	@swift format lint --strict -p $(filter %.swift,$(if $(filter .swift-format,$?),$^,$?))
	@mv $@.begun $@

.PHONY: check-format
check-format: $(FORMATTED) ## Checks the format of the sources.

.PHONY: lint
lint: check-format ## The same.

.PHONY: format
format: ## Formats the sources.
	@swift format -i -r $(SOURCES)

include packaging/packaging.mk

.PHONY: clean
clean: ## Removes all that was built.
	@swift package clean
	@rm -rf .build-fuzz .build-tsan .build-asan .build-journey
