# Recruiting Compass. Targets stay one line each; the logic is in deploy/ and Tests/.
.DEFAULT_GOAL := help
.PHONY: help doctor build demo up down restart status logs accept-loss test loadtest bench lint format

COMPASS_HOME ?= $(CURDIR)/var
export COMPASS_HOME S F ARGS

##@ Start here
help: ## this list
	@awk -f deploy/help.awk $(MAKEFILE_LIST)
doctor: ## what is installed, what is missing, with the install line; changes nothing
	@bash deploy/doctor.sh
demo: build ## the main job: builds, starts everything, loads two families, shows the pages
	@python3 -B deploy/demo.py
build: ## release build; programs in bin/; installs missing Debian packages
	@bash deploy/build.sh

##@ Run (COMPASS_HOME=folder for another system beside this one; default var/)
up: ## start everything; returns when every service is ready
	@bash deploy/system.sh up
down: ## stop everything; leaves no process
	@bash deploy/system.sh down
restart: ## stop and start everything, or one service: S=coaches
	@bash deploy/system.sh restart
status: ## what runs, since when, with how much memory; fails unless all are ready
	@bash deploy/system.sh status
logs: ## last log lines of all services, or of one: S=coaches; F=1 follows
	@bash deploy/system.sh logs
accept-loss: ## go on with a damaged or older database as it is, once a service refused it: S=coaches
	@bash deploy/system.sh accept-loss

##@ Develop
test: ## lint, debug build, every test a fresh machine can run
	@bash deploy/test.sh
lint: ## format, import directions, tidiness, each check tested on planted faults
	@bash Tests/Tidy/lint.sh
format: ## rewrite Swift files in the one format
	@swift format --in-place --parallel --recursive Package.swift Shared Services Tests
loadtest: build ## load test of a system of its own: within a minute; ARGS='--help' shows more
	@bash deploy/loadtest.sh
bench: build ## release figures beside their limits; exits 99 when a ratio is missed
	@bash Tests/Benchmarks/run.sh
