# Recruiting Compass. Targets stay one line each; the logic is in deploy/ and Tests/.
.DEFAULT_GOAL := help
.PHONY: help doctor build demo install package up down restart status logs accept-loss test loadtest bench lint format

COMPASS_HOME ?= $(CURDIR)/var
export COMPASS_HOME S F T ARGS PREFIX DESTDIR

##@ Start here
help: ## show this list
	@awk -f deploy/help.awk $(MAKEFILE_LIST)
doctor: ## show what is installed and what is missing, with the install line; changes nothing
	@bash deploy/doctor.sh
demo: build ## build, start everything, load two invented families, show the pages
	@python3 -B deploy/demo.py
build: ## build for release into bin/; installs missing Debian packages
	@bash deploy/build.sh

##@ Run (COMPASS_HOME=folder for a second system; default var/)
up: ## start everything; returns when every service is ready
	@bash deploy/system.sh up
down: ## stop everything; leaves no process
	@bash deploy/system.sh down
restart: ## stop and start everything, or one service: S=coaches
	@bash deploy/system.sh restart
status: ## show each service's state, age and memory; fails unless all are ready
	@bash deploy/system.sh status
logs: ## show the last log lines of all services, or of one: S=coaches; F=1 follows
	@bash deploy/system.sh logs
install: ## install what `make build` made, for systemd; PREFIX=/usr/local DESTDIR=folder
	@bash deploy/install.sh
package: build ## build the Debian package in packages/; the same programs give the same bytes
	@bash deploy/package.sh
accept-loss: ## accept a damaged or older database that a service refused: S=coaches
	@bash deploy/system.sh accept-loss

##@ Develop
test: ## lint, build for debugging, run every test that a fresh machine can run; T=coaches: one module
	@bash deploy/test.sh
lint: ## check format, import directions and tidiness; test each check on planted faults
	@bash Tests/Tidy/lint.sh
format: ## format all Swift files
	@swift format --in-place --parallel --recursive Package.swift Shared Services Tests
loadtest: ## load-test a separate system in about a minute; ARGS='--help' lists options
	@bash deploy/loadtest.sh
bench: build ## measure figures and compare them with their limits; exits 99 if a ratio is missed
	@bash Tests/Benchmarks/run.sh
