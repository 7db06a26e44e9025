#!/usr/bin/env bash
# Builds what is missing and runs the load test with ARGS, else the default plan.
. "$(dirname "$0")/common.sh"

cd "$ROOT"
[ -x bin/compass-loadtest ] || fail "Run make build first"
# A home that the person at the keyboard uses has nothing to do with a load test.
unset COMPASS_NOW COMPASS_BROKER_ENDPOINT
# shellcheck disable=SC2086 # several arguments are meant
exec bin/compass-loadtest ${ARGS:-}
