# Runs the steps of the tests, in lanes if asked, and summarizes them. Sourced, not run.
#
# The tests have time limits, which a machine that stands still for seconds (a paused virtual
# machine) exceeds for no fault of the code. Such pauses are measured: a step that fails while the
# machine stood still is run once more, and the summary says so.
# shellcheck shell=bash

# The longest time that a step may take, in seconds; a step that hangs fails. On an idle machine
# with two cores no step takes a third of it. 0 sets no limit.
STEP_SECONDS=1800
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
# The processes of the lanes that run side by side.
lanes=()
# Whether this is a lane; lines of its steps begin with the step's name.
is_lane=no
# A folder for the output of the current step and for the pauses of the machine.
NOTES="$(mktemp -d)"
STALLS="$NOTES/stalls"
OUTPUT="$NOTES/output"
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
trap stop INT TERM

# stop: ends whatever runs.
stop() {
    [ -z "$child" ] || kill "$child" 2>/dev/null
    [ "${#lanes[@]}" = 0 ] || kill "${lanes[@]}" 2>/dev/null
    exit 130
}

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
    if [ "$is_lane" = yes ]; then
        exec {copy}> >(tee "$OUTPUT" | sed -u "s/^/$name | /")
    else
        exec {copy}> >(tee "$OUTPUT")
    fi
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
    stood_still=no
    [ "$(wc -l <"$STALLS")" = "$stalls" ] || stood_still=yes
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

# lane NAME: runs a function with steps of its own, and writes their results to the folder of notes.
lane() {
    is_lane=yes passed=0 failed=0 summary=() lanes=()
    OUTPUT="$NOTES/$1.output"
    trap stop TERM
    "$1" || true
    printf '%s\n' "$passed" "$failed" "${summary[@]}" >"$NOTES/$1.results"
}

# side_by_side LANE…: runs functions with steps of their own at the same time. Their results are
# recorded in the order of the lanes.
side_by_side() {
    local name results
    for name in "$@"; do
        lane "$name" &
        lanes+=($!)
    done
    wait "${lanes[@]}" || true
    lanes=()
    for name in "$@"; do
        if [ -s "$NOTES/$name.results" ]; then
            mapfile -t results <"$NOTES/$name.results"
            passed=$((passed + results[0]))
            failed=$((failed + results[1]))
            summary+=("${results[@]:2}")
        else
            skipped "$name" "it ended early"
        fi
    done
}

# skipped NAME WHY: records a step that could not run as failed.
skipped() {
    failed=$((failed + 1))
    summary+=("$(printf '%-12s %5s s  FAILED (%s)' "$1" 0 "$2")")
}

# summarize: prints the results and the pauses of the machine. Returns 1 if a step failed.
summarize() {
    printf '\n'
    printf '%s\n' "${summary[@]}"
    [ ! -s "$STALLS" ] || printf 'The machine stood still, in seconds: %s\n' "$(xargs <"$STALLS")"
    printf '%s passed, %s failed\n' "$passed" "$failed"
    [ "$failed" = 0 ]
}
