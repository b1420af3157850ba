# The files to install, and the packages of them: `make install`, `make deb`, `make test-package`.

# The folders to install into. A prefix in the home of a user has no room for units of the machine.
SYSCONFDIR ?= /etc
BINDIR := $(PREFIX)/bin
SHAREDIR := $(PREFIX)/share
USERUNITDIR ?= $(SHAREDIR)/systemd/user
UNITDIR ?= $(PREFIX)/lib/systemd/system
SYSUSERSDIR ?= $(PREFIX)/lib/sysusers.d
TMPFILESDIR ?= $(PREFIX)/lib/tmpfiles.d
IS_IN_HOME := $(and $(HOME),$(filter $(HOME)/%,$(PREFIX)))

# The files of the machine's hub, which belong to the system.
define install-for-machine
	@unit() { $(call install-unit,packaging/systemd/system,$(UNITDIR)); }; \
	unit nphub.service; unit nphub.socket; unit nphub-web.socket
	@install -D -m 644 packaging/nphub.sysusers.conf $(DESTDIR)$(SYSUSERSDIR)/nphub.conf
	@install -D -m 644 packaging/nphub.tmpfiles.conf $(DESTDIR)$(TMPFILESDIR)/nphub.conf
	@config=$(DESTDIR)$(SYSCONFDIR)/nphub/stations.yaml; \
	if [[ ! -e $$config ]]; then install -D -m 644 packaging/stations.yaml $$config; fi
endef

# The body of a function that installs a unit of the folder $(1) in $(2), with its paths.
install-unit = install -D -m 644 /dev/null "$(DESTDIR)$(2)/$$1"; \
	sed 's,@BINDIR@,$(BINDIR),; s,@SYSCONFDIR@,$(SYSCONFDIR),' "$(1)/$$1" >"$(DESTDIR)$(2)/$$1"

# It builds nothing: under sudo that would leave files of root's in .build, and root's PATH often
# lacks Swift. The manual and the completions are the program's own words, so they fit the program.
# This is the one list of what is installed; packages are made by it, too.
.PHONY: install
install: ## Installs what is built, with all that belongs to it, under PREFIX (/usr/local).
	@if [[ ! -x $(RELEASE_PROGRAM) ]]; then \
		echo 'Nothing is built yet. Run `make build` first, without sudo.' >&2; exit 69; \
	fi
	@install -D -s -m 755 $(RELEASE_PROGRAM) $(DESTDIR)$(BINDIR)/nphub
	@words() { \
		install -D -m 644 /dev/null "$(DESTDIR)$(SHAREDIR)/$$1"; \
		$(RELEASE_PROGRAM) "$${@:2}" | sed '1{/^#!/d}' >"$(DESTDIR)$(SHAREDIR)/$$1"; \
	}; \
	words man/man1/nphub.1 manual; \
	words bash-completion/completions/nphub --generate-completion-script bash; \
	words zsh/site-functions/_nphub --generate-completion-script zsh; \
	words fish/vendor_completions.d/nphub.fish --generate-completion-script fish
	@install -D -m 644 /dev/null $(DESTDIR)$(SHAREDIR)/man/man5/nphub.yaml.5
	@/usr/bin/python3 packaging/config-manual.py docs/config.md \
		>$(DESTDIR)$(SHAREDIR)/man/man5/nphub.yaml.5
	@share() { install -D -m 644 "$$1" "$(DESTDIR)$(SHAREDIR)/$$2"; }; \
	share deploy/alerts.yaml nphub/monitoring/alerts.yaml; \
	share deploy/grafana.json nphub/monitoring/grafana.json; \
	share packaging/nphub.desktop applications/nphub.desktop; \
	share Sources/Shell/Sinks/Web/Pages/icon.svg icons/hicolor/scalable/apps/nphub.svg; \
	share packaging/stations.yaml doc/nphub/examples/stations.yaml; \
	for schema in schemas/*; do share "$$schema" "nphub/$$schema"; done
	@unit() { $(call install-unit,packaging/systemd/user,$(USERUNITDIR)); }; \
	unit nphub.service; unit nphub.socket; unit nphub-web.socket
	$(if $(IS_IN_HOME),,$(install-for-machine))

# The tools that make the package. Swift is not Debian's, so the package is made of built files.
DEB_PACKAGES := $(PACKAGES) debhelper
.PHONY: setup-deb
setup-deb:
	$(call install-packages,$(DEB_PACKAGES))

.PHONY: deb
deb: setup-deb build ## Makes a Debian package in .build/packages, of what is built.
	@rm -rf .build/packages; mkdir -p .build/packages
	@debian/rules clean 1>&2
	@debian/rules binary 1>&2
	@ls .build/packages/*.deb

# It is tried in a Debian of its own, as root; what that is made of is kept between runs.
PACKAGE_TEST_PACKAGES := mmdebstrap systemd-container lintian ca-certificates
.PHONY: setup-test-package
setup-test-package:
	$(call install-packages,$(PACKAGE_TEST_PACKAGES))

.PHONY: test-package
test-package: setup-test-package ## Tries the package in a clean Debian, as root: after `make deb`.
	@packaging/test-package
