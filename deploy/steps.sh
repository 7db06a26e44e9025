# Runs the steps of the tests and summarizes them. Sourced, not run.
#
# The tests have time limits, which a machine that stands still for seconds (a paused virtual
# machine) exceeds for no fault of the code. Such pauses are measured: a step that fails while the
# machine stood still is run once more, and the summary says so.
#
# Steps that leave processors idle run side by side in lanes (`in_background`). Their output appears
# when they end, so that it is not mixed.
# shellcheck shell=bash

# The longest time that a step may take, in seconds; a step that hangs fails. On an idle machine
# with two cores no step takes a third of it.
STEP_SECONDS=3600
# The machine stood still if a process that sleeps half a second wakes up after more than this many
# seconds.
STALL_SECONDS=3
# How a line that names a failed test begins, or what it contains.
FAILURE='^✘ |^FAIL: |^ERROR: |^(FAILED|ERROR) .*::|: error: '
# The most failed tests of a step that the summary names.
FAILURES_NAMED=20
# The longest wait for the last lines of a step that has ended, in tenths of a second.
LAST_LINES_TENTHS=100

passed=0
failed=0
summary=()
child=
lanes=()
lane_names=()
# A folder for the output of the current step and for the pauses of the machine.
NOTES="$(mktemp -d)"
STALLS="$NOTES/stalls"
OUTPUT="$NOTES/output"
# Where the output of a running step appears: here, or nowhere in a lane.
exec {SHOWN}>&1
lane=
: >"$STALLS"

# watch_stalls: appends a line for each pause of the machine, with its length in seconds.
watch_stalls() {
    local before now
    read -r before _ </proc/uptime
    while sleep 0.5; do
        read -r now _ </proc/uptime
        if ((${now%.*} - ${before%.*} > STALL_SECONDS)); then
            echo $((${now%.*} - ${before%.*})) >>"$STALLS"
        fi
        before="$now"
    done
}

watch_stalls &
watcher=$!
trap 'kill "$watcher" 2>/dev/null; rm -rf "$NOTES"' EXIT
# interrupted: ends what runs. Lanes set it again, because shells of their own forget traps.
interrupted() {
    # shellcheck disable=SC2086 # Empty while no step runs.
    kill $child "${lanes[@]}" 2>/dev/null
    exit 130
}
trap interrupted INT TERM

# failures: prints the lines in the output of a step that name a failed test, as Swift Testing,
# unittest, pytest and the compiler write them; the last lines if none does.
failures() {
    local lines
    lines="$(grep -m "$FAILURES_NAMED" -aE "$FAILURE" "$OUTPUT")" ||
        lines="$(tail -n 5 "$OUTPUT")"
    cut -c 1-300 <<<"$lines" | sed 's/^/    /'
}

# attempt NAME COMMAND…: runs a step and prints it. Sets `result`, and `stood_still` to whether the
# machine stood still meanwhile.
attempt() {
    local name="$1" stalls copy writer tenth
    shift
    stalls="$(wc -l <"$STALLS")"
    printf '\n== %s: %s\n' "$name" "$*"
    exec {copy}> >(tee "$OUTPUT" >&"$SHOWN")
    writer=$!
    timeout -k 10 "$STEP_SECONDS" "$@" </dev/null >&"$copy" 2>&1 {copy}>&- &
    child=$!
    exec {copy}>&-
    result=passed
    wait "$child" || result="FAILED (exit code $?)"
    child=
    # No longer than this, because a process that outlives its step keeps the output open.
    for ((tenth = 0; tenth < LAST_LINES_TENTHS; tenth++)); do
        kill -0 "$writer" 2>/dev/null || break
        sleep 0.1
    done
    [ -z "$lane" ] || show "$name"
    stood_still=no
    [ "$(wc -l <"$STALLS")" = "$stalls" ] || stood_still=yes
}

# show NAME: prints the output of a step that has ended, not mixed with that of other lanes.
show() {
    local lock
    exec {lock}>"$NOTES/lock"
    flock "$lock"
    printf '\n== %s: its output\n' "$1"
    cat "$OUTPUT"
    exec {lock}>&-
}

# step NAME COMMAND…: runs a step and records its result. Returns 1 if it failed.
step() {
    local start=$SECONDS first=
    attempt "$@"
    if [ "$result" != passed ] && [ "$stood_still" = yes ]; then
        first="$(failures)"
        attempt "$@"
        [ "$result" != passed ] ||
            result="passed the second time; the machine stood still during the first"
    fi
    summary+=("$(printf '%-12s %5s s  %s' "$1" $((SECONDS - start)) "$result")")
    [ -z "$first" ] || summary+=("$first")
    if [[ "$result" = passed* ]]; then
        passed=$((passed + 1))
        return
    fi
    failed=$((failed + 1))
    summary+=("$(failures)")
    return 1
}

# skipped NAME WHY: records a step that could not run as failed.
skipped() {
    failed=$((failed + 1))
    summary+=("$(printf '%-12s %5s s  FAILED (%s)' "$1" 0 "$2")")
}

# run_lane LANE: calls the function in a shell of its own, and stores its results.
run_lane() {
    lane="$1"
    passed=0
    failed=0
    summary=()
    OUTPUT="$NOTES/$lane.output"
    exec {SHOWN}>/dev/null
    lanes=()
    trap interrupted INT TERM
    "$lane" || true
    printf '%s\n' "$passed" "$failed" "${summary[@]}" >"$NOTES/$lane.results"
}

# in_background LANE…: starts to call these functions, each of which runs steps, at the same time.
in_background() {
    local name
    for name; do
        (run_lane "$name") &
        lanes+=($!)
        lane_names+=("$name")
    done
}

# await_lanes: waits for the functions in the background, and adds their results.
await_lanes() {
    local name results
    wait "${lanes[@]}" || true
    for name in "${lane_names[@]}"; do
        if mapfile -t results 2>/dev/null <"$NOTES/$name.results"; then
            passed=$((passed + results[0]))
            failed=$((failed + results[1]))
            summary+=("${results[@]:2}")
        else
            skipped "$name" "stopped before its end"
        fi
    done
    lanes=()
    lane_names=()
}

# summarize: prints the results and the pauses of the machine. Returns 1 if a step failed.
summarize() {
    printf '\n'
    printf '%s\n' "${summary[@]}"
    [ ! -s "$STALLS" ] || printf 'The machine stood still, in seconds: %s\n' "$(xargs <"$STALLS")"
    printf '%s passed, %s failed\n' "$passed" "$failed"
    [ "$failed" = 0 ]
}
