#!/usr/bin/env bash
# Runs every test that a fresh machine can run, with one debug build. Continues after a failure, so
# that one run shows all failures; a summary with the names of the failed tests ends the output.
# With T=coaches, builds and runs the tests of that module only.
. "$(dirname "$0")/common.sh"
. "$DEPLOY/steps.sh"

cd "$ROOT"
check_toolchain
bash "$DEPLOY/packages.sh" install test
say "Libraries:"
bash "$DEPLOY/packages.sh" versions >&2

# Tests must not use the settings of the caller's own home.
unset COMPASS_HOME COMPASS_BIN COMPASS_TOKEN COMPASS_AS COMPASS_FAMILY COMPASS_OUTPUT COMPASS_NOW
unset COMPASS_BROKER_ENDPOINT COMPASS_CATALOGUE COMPASS_SERVICES_TABLE COMPASS_SUPERVISOR S F

# Swift Testing looks for the call stack of each error that is thrown, also of expected ones, which
# takes a quarter of the time of the modules' tests.
export SWT_SWIFT_ERROR_BACKTRACING_ENABLED=0

# Two lanes of about the same length, side by side: most tests wait half of the time.
parts() {
    step modules "${tests[@]}" --skip EndToEndTests
    step conformance bash Tests/Conformance/run.sh
    step steps python3 -B Tests/Deploy/steps_tests.py
    step libraries python3 -B Tests/Deploy/libraries_tests.py
    step sbom python3 -B Tests/Deploy/sbom_tests.py
    step install python3 -B Tests/Deploy/install_tests.py
    step package python3 -B Tests/Deploy/package_tests.py
    step readme python3 -B Tests/Deploy/readme_tests.py
}

wholes() {
    step end-to-end "${tests[@]}" --filter EndToEndTests
    step browser bash Tests/Browser/run.sh
    step demo python3 -B Tests/Deploy/demo_tests.py
    step deploy python3 -B Tests/Deploy/system_tests.py
}

if [ -n "${T:-}" ]; then
    subject="$(cd Tests && printf '%s\n' *Tests | grep -ix -- "${T}Tests")" ||
        fail "No module has tests of the name \"$T\". They have:" \
            "$(cd Tests && printf '%s ' *Tests | sed 's/Tests / /g')"
    # The end-to-end tests start all programs.
    [ "$subject" = EndToEndTests ] || export COMPASS_TESTS_OF="${subject%Tests}"
    exec swift test --filter "^$subject\."
fi

[ -e .build/debug ] ||
    say "On two cores the first build takes some 15 minutes, and all tests half an hour."
step lint bash Tests/Tidy/lint.sh || true
# A compiler does not hang, and needs as long as the machine is busy.
if STEP_SECONDS=0 step build swift build --build-tests; then
    # As `swift test` calls it, which would wait until no other `swift test` runs. The summary looks
    # for lines without colors.
    tests=(env NO_COLOR=1 "$(swift build --show-bin-path)/RecruitingCompassPackageTests.xctest"
        --testing-library swift-testing)
    side_by_side parts wholes
else
    skipped parts "no build"
    skipped wholes "no build"
fi
summarize
