#!/usr/bin/env bash
# system.sh up|down|restart|status|logs|accept-loss
#
# Starts, stops and shows the processes of services.tsv for one COMPASS_HOME. Environment:
#   COMPASS_HOME        the whole state of one system; default var/ of the checkout
#   COMPASS_BIN         folder of the programs; default bin/ of the checkout
#   COMPASS_SUPERVISOR  s6 or plain; default s6 where it is installed
#   S                   one service, for restart, logs and accept-loss
#   F                   1: logs follows
. "$(dirname "$0")/common.sh"

COMPASS_HOME="$(absolute "${COMPASS_HOME:-$ROOT/var}")"
export COMPASS_HOME
# Services find the catalogue of this checkout unless told otherwise.
export COMPASS_CATALOGUE="${COMPASS_CATALOGUE:-$DEPLOY/catalogue/schools_us_athletics.csv}"
BIN="$(absolute "${COMPASS_BIN:-$ROOT/bin}")"
RUN="$COMPASS_HOME/run"
LOGS="$COMPASS_HOME/log"
# Seconds that a service has to become ready, and to drain and end.
READY_SECONDS=15
STOP_SECONDS=10
# A service that ended this often before it was ready will not become ready.
DEATHS_BEFORE_READY=2
LOG_LINES_ON_FAILURE=15
LOG_LINES_SHOWN=40

mapfile -t NAMES < <(service_names)

# stop_order: the names, data services first, the broker last: drains need it.
stop_order() { printf '%s\n' "${NAMES[@]}" | tac; }

# check_name NAME: fails unless the table has a service of that name.
check_name() {
    printf '%s\n' "${NAMES[@]}" | grep -qxF -- "$1" ||
        fail "No service is named '$1'. There are: ${NAMES[*]}"
}

# check_programs: fails unless every program is there.
check_programs() {
    local name
    for name in "${NAMES[@]}"; do
        [ -x "$BIN/$(service_program "$name")" ] ||
            fail "$BIN/$(service_program "$name") is not there. Run: make build"
    done
}

# service_environment: what a service is given of our environment, as NAME=VALUE words. Sign-ins and
# tokens of the person at the keyboard stay out.
service_environment() {
    local name
    for name in PATH HOME USER LANG LC_ALL TZ XDG_RUNTIME_DIR LD_LIBRARY_PATH TMPDIR; do
        [ -z "${!name+x}" ] || printf '%s=%s\0' "$name" "${!name}"
    done
    while IFS= read -r name; do
        case "$name" in
            COMPASS_TOKEN | COMPASS_AS | COMPASS_FAMILY) ;;
            *) printf '%s=%s\0' "$name" "${!name}" ;;
        esac
    done < <(compgen -v COMPASS_)
}

# last_lines NAME COUNT: the end of a service's log.
last_lines() {
    if [ -s "$LOGS/$1/current" ]; then
        tail -n "$2" "$LOGS/$1/current"
    else
        echo "(no log lines)"
    fi
}

# report_failure NAME WHY: says which service did not start, and its last log lines.
report_failure() {
    say "$1 $2. Its last log lines ($LOGS/$1/current):"
    last_lines "$1" "$LOG_LINES_ON_FAILURE" | sed 's/^/    /' >&2
    say "The others keep running; \`make down\` ends everything."
}

# refusal_file NAME: where a service says why it records nothing.
refusal_file() { printf '%s\n' "$COMPASS_HOME/data/$1.sqlite.refused"; }

# refuses NAME PID: whether this process of the service refuses to record anything. What an earlier
# process said does not count.
refuses() {
    [ "$2" != - ] && [ "$(sed -n 's/^mark=.* pid=//p' "$(refusal_file "$1")" 2>/dev/null)" = "$2" ]
}

# refusal NAME: why the service records nothing.
refusal() { head -n 1 "$(refusal_file "$1")"; }

# check_refusal NAME: fails with the service's own words if it refuses to record anything.
check_refusal() {
    local state pid seconds
    read -r state pid seconds < <(state_of "$1") || true
    refuses "$1" "$pid" || return 0
    say "$1 records nothing: $(refusal "$1")"
    fail "The others keep running; \`make down\` ends everything."
}

# strays: pids of processes that belong to this home: programs of ours and of s6 that work in a
# folder below RUN. A finished process that nobody waited for has no such folder.
strays() {
    local known pid exe below
    known=" s6-svscan s6-supervise s6-log s6-setlock $(rows "$SERVICES_TABLE" | cut -f 2 | xargs) "
    below="$(printf '%s' "$RUN" | sed 's/[][*?\\]/\\&/g')"
    while IFS= read -r pid; do
        exe="$(readlink "/proc/$pid/exe" 2>/dev/null)" || continue
        exe="${exe% (deleted)}"
        [[ "$known" != *" ${exe##*/} "* ]] || printf '%s\n' "$pid"
    done < <(find /proc -maxdepth 2 -name cwd -lname "$below/*" 2>/dev/null |
        sed 's|/proc/\(.*\)/cwd|\1|')
}

# end_strays: waits for what is left of this home, then kills it by pid.
end_strays() {
    local deadline=$((SECONDS + STOP_SECONDS)) left
    while [ -n "$(strays)" ]; do
        if [ "$SECONDS" -ge "$deadline" ]; then
            mapfile -t left < <(strays)
            [ "${#left[@]}" = 0 ] || kill -9 "${left[@]}" 2>/dev/null || true
        fi
        sleep 0.02
    done
}

# locked COMMAND…: one start or stop at a time for one home.
locked() {
    mkdir -p "$COMPASS_HOME" "$RUN" "$LOGS"
    exec 9>"$RUN/system.lock"
    flock -w 60 9 || fail "Another start or stop of $COMPASS_HOME is still going on"
    "$@"
}

supervisor() {
    if [ -n "${COMPASS_SUPERVISOR:-}" ]; then
        printf '%s\n' "$COMPASS_SUPERVISOR"
    elif command -v s6-svscan >/dev/null; then
        echo s6
    else
        echo plain
    fi
}

case "$(supervisor)" in
    s6) . "$DEPLOY/supervise-s6.sh" ;;
    plain) . "$DEPLOY/supervise-plain.sh" ;;
    *) fail "COMPASS_SUPERVISOR is s6 or plain" ;;
esac

# warn_of_fixed_time: says so if services that start now get a time of day that stands still.
warn_of_fixed_time() {
    [ -n "${COMPASS_NOW:-}" ] || return 0
    say "WARNING: COMPASS_NOW is set. Services that start now take it for $COMPASS_NOW for ever:"
    say "nothing expires, and whatever is stored gets this time. It is meant for tests and demos."
    say "If you do not mean it: unset COMPASS_NOW; make restart"
}

# fixed_time PID: the COMPASS_NOW of a process; nothing if its clock goes.
fixed_time() {
    tr '\0' '\n' <"/proc/$1/environ" 2>/dev/null | sed -n 's/^COMPASS_NOW=//p'
}

up() {
    check_programs
    warn_of_fixed_time
    start_all
    local name
    for name in "${NAMES[@]}"; do check_refusal "$name"; done
    say "Ready: ${NAMES[*]}  (COMPASS_HOME=$COMPASS_HOME)"
}

down() {
    stop_all
    end_strays
    say "Stopped: nothing of $COMPASS_HOME is running"
}

restart() {
    if [ -z "${S:-}" ]; then
        down
        up
        return
    fi
    check_name "$S"
    check_programs
    warn_of_fixed_time
    restart_one "$S"
    say "Ready: $S"
}

# accept_loss: the service goes on with its database as it is.
accept_loss() {
    local file state
    [ -n "${S:-}" ] || fail "Say whose loss is accepted: make accept-loss S=interactions"
    check_name "$S"
    file="$COMPASS_HOME/data/$S.sqlite"
    [ -e "$file.refused" ] || fail "$S refuses nothing: there is no loss to accept"
    say "Accepted: $(refusal "$S")"
    : >"$file.accepted"
    read -r state _ < <(state_of "${NAMES[0]}") || true
    if [ "$state" != ready ]; then
        say "$S takes its database as it is at the next start. Run: make up"
        return
    fi
    check_programs
    restart_one "$S"
    say "Ready: $S goes on with its database as it is; those who follow it read it anew"
}

# memory PID: anonymous memory in MiB, what a service has to itself.
memory() {
    awk '/^RssAnon/ { printf "%.1f MiB", $2 / 1024 }' "/proc/$1/status" 2>/dev/null || true
}

# status: one row a service; exit 1 unless all are ready.
status() {
    local name state pid seconds now all=0 refusing=() fixed=()
    printf '%-14s %-9s %8s %9s %10s\n' SERVICE STATE PID UP MEMORY
    for name in "${NAMES[@]}"; do
        read -r state pid seconds < <(state_of "$name") || true
        if refuses "$name" "$pid"; then
            state=refusing
            refusing+=("$name")
        fi
        [ "$state" = ready ] || all=1
        [ "$pid" != - ] || { printf '%-14s %-9s %8s %9s %10s\n' "$name" "$state" - - -; continue; }
        printf '%-14s %-9s %8s %8ss %10s\n' "$name" "$state" "$pid" "$seconds" "$(memory "$pid")"
        now="$(fixed_time "$pid")"
        [ -z "$now" ] || fixed+=("$name at $now")
    done
    for name in "${refusing[@]}"; do say "$name records nothing: $(refusal "$name")"; done
    [ "${#fixed[@]}" = 0 ] || printf 'Time is fixed (COMPASS_NOW): %s\n' "${fixed[*]}"
    return "$all"
}

logs() {
    local files=() name
    [ -z "${S:-}" ] || check_name "$S"
    for name in ${S:-"${NAMES[@]}"}; do
        [ ! -e "$LOGS/$name/current" ] || files+=("$LOGS/$name/current")
    done
    [ "${#files[@]}" -gt 0 ] || fail "No logs yet in $LOGS"
    if [ "${F:-}" = 1 ]; then
        exec tail -n "$LOG_LINES_SHOWN" -F "${files[@]}"
    fi
    tail -n "$LOG_LINES_SHOWN" "${files[@]}"
}

case "${1:-}" in
    up | down | restart) locked "$1" ;;
    accept-loss) locked accept_loss ;;
    status | logs) "$1" ;;
    *) fail "usage: system.sh up|down|restart|status|logs|accept-loss" ;;
esac
