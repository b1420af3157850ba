# nphub on Debian 12 with Swift 6.2 or later: `make help` tells what there is.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help

# Where `make install` puts the program.
PREFIX ?= /usr/local
DESTDIR ?=
# What `make run` is to run with, such as ARGUMENTS="--config stations.yaml".
ARGUMENTS ?=

# What the program is built with and runs on. Swift uses the C++ library of g++; the event-loop
# plug-in is what makes libwebsockets run on libuv.
PACKAGES := \
	libwebsockets-dev libwebsockets-evlib-uv libuv1-dev libssl-dev libsimdjson-dev libyaml-dev \
	libsqlite3-dev pkg-config g++ git ca-certificates
# What the tests need besides: an independent WebSocket server, an independent validator, and
# those for whom some of what is printed is meant.
TEST_PACKAGES := $(PACKAGES) openssl python3 python3-jsonschema python3-websockets jq socat \
	groff-base util-linux

SOURCES := Sources Tests Package.swift
# A target may import only what it says that it depends on.
CHECK_IMPORTS := --explicit-target-dependency-import-check error
DEBUG_PROGRAM := .build/debug/nphub
RELEASE_PROGRAM := .build/release/nphub
CHECKS := check-build check-format check-units check-contract

# Installs those of the packages $(1) that are missing. All output is on stderr: stdout is for the
# program's records.
define install-packages
@{ \
	command -v swift >/dev/null || { echo 'Swift is missing: swift.org/install'; exit 69; }; \
	if ! command -v dpkg-query >/dev/null; then \
		echo 'This is no Debian. What is needed goes there by the names: $(1)'; exit 0; \
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
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(firstword $(MAKEFILE_LIST)) | expand -t 16

.PHONY: setup
setup: ## Installs the Debian packages that are missing.
	$(call install-packages,$(PACKAGES))

.PHONY: setup-tests
setup-tests: ## Installs those that are missing for the tests, too.
	$(call install-packages,$(TEST_PACKAGES))

# Without colours, which are a compiler setting: else what was built in a terminal would be built
# again outside of one.
.PHONY: build
build: setup ## Builds the program for release.
	@swift build -c release --product nphub --no-color-diagnostics 1>&2

# On a terminal the program gets a process group of its own, so that Ctrl-C reaches it and not
# make, which would call it an error.
.PHONY: run
run: build ## Runs it: on embedded stations, or with ARGUMENTS="--config FILE".
	@if [[ -t 0 ]]; then set -m; $(RELEASE_PROGRAM) run $(ARGUMENTS); \
	else exec $(RELEASE_PROGRAM) run $(ARGUMENTS); fi

.PHONY: test
test: setup-tests ## Runs all checks, and sums up.
	@declare -A outcome; code=0; \
	for check in $(CHECKS); do \
		started=$$SECONDS; \
		if $(MAKE) $$check; then outcome[$$check]=passed; else outcome[$$check]=FAILED; code=1; fi; \
		outcome[$$check]+=" ($$((SECONDS - started)) s)"; \
	done; \
	echo; for check in $(CHECKS); do printf '%-16s%s\n' $$check "$${outcome[$$check]}"; done; \
	exit $$code

.PHONY: check-build
check-build: setup-tests ## Builds program and tests; warnings and undeclared imports are errors.
	@swift build --build-tests $(CHECK_IMPORTS)

# Two processes, because libwebsockets closes a descriptor twice when a loop ends: by then it may
# be another loop's.
.PHONY: check-units
check-units: check-build ## Runs the Swift tests.
	@swift test --skip-build --skip StationSimulatorTests
	@swift test --skip-build --filter StationSimulatorTests

.PHONY: check-contract
check-contract: check-build ## Holds what the program prints against schemas/.
	@NPHUB=$(DEBUG_PROGRAM) /usr/bin/python3 Tests/Contract

.PHONY: reference
reference: setup-tests ## Writes the reference of the config from its schema.
	@/usr/bin/python3 Tests/Contract/reference.py

.PHONY: check-format
check-format: ## Checks the format of the sources.
	@swift format lint --strict -r $(SOURCES)

.PHONY: lint
lint: check-format ## The same.

.PHONY: format
format: ## Formats the sources.
	@swift format -i -r $(SOURCES)

# The manual and the completions are the program's own words, so they fit the one that is installed.
.PHONY: install
install: build ## Installs program, manual and shell completions under PREFIX, which is /usr/local.
	@install -D -m 755 $(RELEASE_PROGRAM) $(DESTDIR)$(PREFIX)/bin/nphub
	@words() { \
		install -D -m 644 /dev/null "$(DESTDIR)$(PREFIX)/share/$$1"; \
		$(RELEASE_PROGRAM) "$${@:2}" >"$(DESTDIR)$(PREFIX)/share/$$1"; \
	}; \
	words man/man1/nphub.1 manual; \
	words bash-completion/completions/nphub --generate-completion-script bash; \
	words zsh/site-functions/_nphub --generate-completion-script zsh; \
	words fish/vendor_completions.d/nphub.fish --generate-completion-script fish

.PHONY: clean
clean: ## Removes all that was built.
	@swift package clean
