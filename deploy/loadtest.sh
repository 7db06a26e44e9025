#!/usr/bin/env bash
# Builds the programs and runs the load test with ARGS, or with the default plan.
. "$(dirname "$0")/common.sh"

cd "$ROOT"
bash "$DEPLOY/build.sh" loadtest
# A load test must not use the settings of the caller's own home.
unset COMPASS_NOW COMPASS_BROKER_ENDPOINT
# The disk still writes what a build or an earlier run left; imports would wait for that too.
sync
# shellcheck disable=SC2086 # ARGS may hold several arguments
exec bin/compass-loadtest ${ARGS:-}
