#!/bin/sh
# Tests of the pages in a real browser: Debian's Chromium, driven from Python, on the real programs.
#
#   Tests/Browser/run.sh [PATH OF compass-broker] [PYTEST ARGUMENTS …]
#
# The programs of the services must be in the same folder as the broker.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
. "$here/../pytest.sh"
suite=browser
command -v chromium-headless-shell >/dev/null 2>&1 ||
    fail "chromium-headless-shell is missing (the Debian package of this name)"
run_suite "$suite" "$here" "$@"
