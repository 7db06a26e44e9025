#!/usr/bin/env bash
# Runs every test that a fresh machine can run, with one debug build. Continues after a failure, so
# that one run shows all failures; the last line is a summary.
. "$(dirname "$0")/common.sh"

cd "$ROOT"
# The longest time that a step may take, in seconds; a step that hangs fails. On an idle machine
# with two cores no step takes a third of it.
STEP_SECONDS=1800
passed=0
failed=0
summary=()
child=
trap '[ -z "$child" ] || kill "$child" 2>/dev/null; exit 130' INT TERM

# step NAME COMMAND…: runs a step and records its result.
step() {
    local name="$1" start=$SECONDS result=passed
    shift
    printf '\n== %s: %s\n' "$name" "$*"
    timeout -k 10 "$STEP_SECONDS" "$@" </dev/null &
    child=$!
    if wait "$child"; then
        passed=$((passed + 1))
    else
        result="FAILED (exit code $?)"
        failed=$((failed + 1))
    fi
    summary+=("$(printf '%-12s %5s s  %s' "$name" $((SECONDS - start)) "$result")")
    [ "$result" = passed ]
}

# skipped NAME WHY: records a step that could not run as failed.
skipped() {
    failed=$((failed + 1))
    summary+=("$(printf '%-12s %5s s  FAILED (%s)' "$1" 0 "$2")")
}

command -v swift >/dev/null || fail "No Swift toolchain. Install 6.3 or later: $SWIFT_PAGE"
bash "$DEPLOY/packages.sh" install test

# Tests must not use the settings of the caller's own home.
unset COMPASS_HOME COMPASS_BIN COMPASS_TOKEN COMPASS_AS COMPASS_FAMILY COMPASS_OUTPUT COMPASS_NOW
unset COMPASS_BROKER_ENDPOINT COMPASS_CATALOGUE COMPASS_SERVICES_TABLE COMPASS_SUPERVISOR S F

step lint bash Tests/Tidy/lint.sh || true
step deploy python3 -B Tests/Deploy/system_tests.py || true
if step build swift build --build-tests; then
    step swift-test swift test --skip-build --skip EndToEndTests || true
    # Runs alone: it measures times of real processes, which need all cores.
    step end-to-end swift test --skip-build --filter EndToEndTests || true
    step conformance bash Tests/Conformance/run.sh || true
    step readme python3 -B Tests/Deploy/readme_tests.py || true
    step demo python3 -B Tests/Deploy/demo_tests.py || true
else
    for name in swift-test end-to-end conformance readme demo; do skipped "$name" "no build"; done
fi

printf '\n'
printf '%s\n' "${summary[@]}"
printf '%s passed, %s failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
