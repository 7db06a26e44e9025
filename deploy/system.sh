#!/usr/bin/env bash
# system.sh up|down|restart|status|logs|accept-loss
#
# Starts, stops and shows the processes in services.tsv for one COMPASS_HOME. Environment:
#   COMPASS_HOME        folder with the whole state of a system; default var/ of the checkout
#   COMPASS_BIN         folder of the programs; default bin/ of the checkout
#   COMPASS_SUPERVISOR  s6 or plain; default s6 if installed
#   S                   one service, for restart, logs and accept-loss
#   F                   1: logs follows the files
#   COMPASS_COMMAND     what people type for this script; default make
. "$(dirname "$0")/common.sh"

COMPASS_HOME="$(absolute "${COMPASS_HOME:-$ROOT/var}")"
export COMPASS_HOME
# By default services use the catalogue of this checkout.
export COMPASS_CATALOGUE="${COMPASS_CATALOGUE:-$DEPLOY/catalogue/schools_us_athletics.csv}"
BIN="$(absolute "${COMPASS_BIN:-$ROOT/bin}")"
COMMAND="${COMPASS_COMMAND:-make}"
if [ "$COMMAND" = make ]; then COMPASS=bin/compass; else COMPASS=compass; fi
RUN="$COMPASS_HOME/run"
LOGS="$COMPASS_HOME/log"
# Seconds that a service may take to become ready, also on a busy machine or after an update of its
# database, and to drain and end.
READY_SECONDS=60
STOP_SECONDS=10
# A start fails after a service has ended this many times before it was ready.
DEATHS_BEFORE_READY=2
LOG_LINES_ON_FAILURE=15
LOG_LINES_SHOWN=40

mapfile -t NAMES < <(service_names)

# stop_order: prints the names, the broker last, because draining services need it.
stop_order() { printf '%s\n' "${NAMES[@]}" | tac; }

# is_listed NAME: succeeds if the table has a service with this name. It is no pipe into `grep -q`,
# which ends early: with `pipefail` a writer that it leaves behind counts as a failure.
is_listed() {
    local name
    for name in "${NAMES[@]}"; do
        [ "$name" != "$1" ] || return 0
    done
    return 1
}

# check_name NAME: fails unless the table has a service with this name.
check_name() { is_listed "$1" || fail "No service is named '$1'. There are: ${NAMES[*]}"; }

# check_programs: fails unless every program exists.
check_programs() {
    local name
    for name in "${NAMES[@]}"; do
        [ -x "$BIN/$(service_program "$name")" ] ||
            fail "$BIN/$(service_program "$name") is not there. Run: make build"
    done
}

# service_environment: prints the variables that a service receives, as NAME=VALUE words. Sign-ins
# and tokens of the caller are left out.
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

# last_lines NAME COUNT: prints the last lines of a service's log.
last_lines() {
    if [ -s "$LOGS/$1/current" ]; then
        tail -n "$2" "$LOGS/$1/current"
    else
        echo "(no log lines)"
    fi
}

# report_failure NAME WHY: reports that a service did not start, with its last log lines.
report_failure() {
    say "$1 $2. Its last log lines ($LOGS/$1/current):"
    last_lines "$1" "$LOG_LINES_ON_FAILURE" | sed 's/^/    /' >&2
    say "The others keep running; \`$COMMAND down\` ends everything."
}

# refusal_file NAME: prints the path of the file in which a service states why it records nothing.
refusal_file() { printf '%s\n' "$COMPASS_HOME/data/$1.sqlite.refused"; }

# refuses NAME PID: succeeds if this process of the service refuses to record anything. Refusals of
# earlier processes do not count.
refuses() {
    [ "$2" != - ] && [ "$(sed -n 's/^mark=.* pid=//p' "$(refusal_file "$1")" 2>/dev/null)" = "$2" ]
}

# refusal NAME: prints why the service records nothing.
refusal() { head -n 1 "$(refusal_file "$1")"; }

# reason NAME: prints the part of it that says what is wrong with the database, without the remedy
# and the full stop.
reason() { refusal "$1" | sed 's/\. Nothing is recorded\..*//'; }

# refuses_now NAME: succeeds if the running service refuses to record anything.
refuses_now() {
    local state pid seconds
    read -r state pid seconds < <(state_of "$1") || true
    refuses "$1" "$pid"
}

# check_refusals NAME…: reports each of these services that refuses to record anything, with its
# reason, and fails if there is one.
check_refusals() {
    local name refusing=()
    for name in "$@"; do
        refuses_now "$name" || continue
        refusing+=("$name")
        say "$name records nothing: $(refusal "$name")"
    done
    [ "${#refusing[@]}" = 0 ] || fail "The others keep running; \`$COMMAND down\` ends everything."
}

# strays: prints the pids of this home's processes: our programs and those of s6 whose working
# folder is below RUN, by its path without symbolic links, "..", or needless slashes. A zombie
# process has no such folder.
strays() {
    local known pid exe below
    known=" s6-svscan s6-supervise s6-log s6-setlock $(rows "$SERVICES_TABLE" | cut -f 2 | xargs) "
    below="$(realpath -m -- "$RUN" | sed 's/[][*?\\]/\\&/g')"
    while IFS= read -r pid; do
        exe="$(readlink "/proc/$pid/exe" 2>/dev/null)" || continue
        exe="${exe% (deleted)}"
        [[ "$known" != *" ${exe##*/} "* ]] || printf '%s\n' "$pid"
    done < <(find /proc -maxdepth 2 -name cwd -lname "$below/*" 2>/dev/null |
        sed 's|/proc/\(.*\)/cwd|\1|')
}

# end_strays: waits for the remaining processes of this home, then kills them by pid.
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

# locked COMMAND…: runs the command while no other start or stop of this home runs.
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

# warn_of_fixed_time: warns if services that start now get a fixed time of day.
warn_of_fixed_time() {
    [ -n "${COMPASS_NOW:-}" ] || return 0
    say "WARNING: COMPASS_NOW is set. Services that start now take it for $COMPASS_NOW for ever:"
    say "nothing expires while they run, and whatever is stored gets this time. Sign-ins that are"
    say "over 30 days older than that do not count. It is meant for tests and demos."
    say "If you do not mean it: unset COMPASS_NOW; $COMMAND restart"
}

# fixed_time PID: prints the COMPASS_NOW of a process; nothing if its time is not fixed.
fixed_time() {
    { tr '\0' '\n' <"/proc/$1/environ"; } 2>/dev/null | sed -n 's/^COMPASS_NOW=//p'
}

up() {
    local warner
    check_programs
    warn_of_fixed_time
    # Beside the start, which it does not delay.
    bash "$DEPLOY/packages.sh" warn &
    warner=$!
    start_all
    wait "$warner" || true
    check_refusals "${NAMES[@]}"
    say "Ready: ${NAMES[*]}  (COMPASS_HOME=$COMPASS_HOME)"
    say_warnings
    say_pages
}

# say_warnings: prints what `compass service status` says about a disk that is full or nearly so and
# about losses that were accepted; its words and limits are the only ones.
say_warnings() {
    [ -x "$BIN/compass" ] || return 0
    { "$BIN/compass" service status 2>&1 >/dev/null || true; } |
        sed -n -e '/^The disk of /p' -e '/ after an accepted loss;/p' >&2
}

# say_pages: prints the address of the pages, if they are served.
say_pages() {
    [ ! -s "$RUN/web.address" ] || say "Pages: $(cat "$RUN/web.address")"
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
    check_refusals "$S"
    say "Ready: $S"
    [ "$S" != web ] || say_pages
}

# consequence REASON ASIDE: prints what follows if the loss with this reason is accepted.
consequence() {
    case "$1" in
        *" is missing, though this home had it"*) echo "$S starts empty" ;;
        *" is damaged"*)
            echo "$S goes on with what can be read of the file; if nothing can, the file is kept" \
                "as $2, and $S starts empty"
            ;;
        *)
            echo "$S goes on with the file as it is; if it cannot be used, it is kept as $2, and" \
                "$S starts empty"
            ;;
    esac
}

# accept_loss: makes the service accept its database as it is, once. The file that accepts has two
# lines: the name under which a database is kept that cannot be used at all, and what is accepted.
# Whatever else is found at the start is refused again.
accept_loss() {
    local file aside why state
    [ -n "${S:-}" ] || fail "Say whose loss is accepted: $COMMAND accept-loss S=interactions"
    check_name "$S"
    file="$COMPASS_HOME/data/$S.sqlite"
    [ -e "$file.refused" ] || fail "$S refuses nothing: there is no loss to accept. A database" \
        "is checked when its service starts: $COMMAND up"
    aside="$file.damaged-$(date -u +%Y%m%dT%H%M%SZ)"
    why="$(reason "$S")"
    say "Accepted for $S: $why. So $(consequence "$why" "$aside")."
    say "The services that follow $S read it anew and forget what is lost."
    say "Only a backup brings it back: export COMPASS_HOME=$(quoted "$COMPASS_HOME");" \
        "$COMMAND down; $COMPASS backup restore FILE; $COMMAND up"
    rm -f "$file.loss"
    printf '%s\n%s\n' "${aside##*/}" "$why" >"$file.accepted"
    read -r state _ < <(state_of "${NAMES[0]}") || true
    if [ "$state" != ready ]; then
        say "That happens at the next start, unless something else is wrong by then. Run:" \
            "$COMMAND up COMPASS_HOME=$(quoted "$COMPASS_HOME")"
        return
    fi
    check_programs
    restart_one "$S"
    check_refusals "$S"
    if [ -s "$file.loss" ]; then say "Ready: $S $(head -n 1 "$file.loss")"; else say "Ready: $S"; fi
}

# memory PID: prints the anonymous memory of a process in MiB, which it shares with no other.
memory() {
    awk '/^RssAnon/ { printf "%.1f MiB", $2 / 1024 }' "/proc/$1/status" 2>/dev/null || true
}

# status: prints one row per service; returns 1 unless all are ready.
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
