#!/usr/bin/env bash
# Runs every test that a fresh machine can run, with one debug build. Continues after a failure, so
# that one run shows all failures; a summary with the names of the failed tests ends the output.
. "$(dirname "$0")/common.sh"
. "$DEPLOY/steps.sh"

cd "$ROOT"
check_toolchain
bash "$DEPLOY/packages.sh" install test

# Tests must not use the settings of the caller's own home.
unset COMPASS_HOME COMPASS_BIN COMPASS_TOKEN COMPASS_AS COMPASS_FAMILY COMPASS_OUTPUT COMPASS_NOW
unset COMPASS_BROKER_ENDPOINT COMPASS_CATALOGUE COMPASS_SERVICES_TABLE COMPASS_SUPERVISOR S F

# Swift Testing looks for the call stack of each error that is thrown, also of expected ones, which
# takes a quarter of the time of the modules' tests.
export SWT_SWIFT_ERROR_BACKTRACING_ENABLED=0

step lint bash Tests/Tidy/lint.sh || true
step steps python3 -B Tests/Deploy/steps_tests.py || true
step deploy python3 -B Tests/Deploy/system_tests.py || true
if step build swift build --build-tests; then
    step swift-test swift test --skip-build --skip EndToEndTests || true
    # Runs by itself: it measures times of real processes, which need all cores.
    step end-to-end swift test --skip-build --filter EndToEndTests || true
    step conformance bash Tests/Conformance/run.sh || true
    step browser bash Tests/Browser/run.sh || true
    step readme python3 -B Tests/Deploy/readme_tests.py || true
    step demo python3 -B Tests/Deploy/demo_tests.py || true
else
    for name in swift-test end-to-end conformance browser readme demo; do
        skipped "$name" "no build"
    done
fi
summarize
