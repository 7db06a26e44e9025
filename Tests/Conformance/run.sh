#!/bin/sh
# Conformance tests from outside: Python peers, made from the RFC texts, test the real programs.
#
#   Tests/Conformance/run.sh [PATH OF compass-broker] [PYTEST ARGUMENTS …]
#
# The programs of the services must be in the same folder as the broker.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
. "$here/../pytest.sh"
run_suite conformance "$here" "$@"
