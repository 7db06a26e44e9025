# Starts and stops services as plain background processes with pid files, for machines without s6:
# with readiness, but without restart after a crash and log rotation. Sourced by system.sh.
# shellcheck shell=bash

PIDS="$RUN/pid"
# Nothing is ever written to it. A read from it with a time limit is a pause without a process.
exec {NEVER}<> <(:)

# birth PID: prints the kernel's start time of a process, which identifies it if pids are reused.
birth() { sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -d ' ' -f 20; }

# pid_of NAME: prints the pid of a running service, otherwise nothing.
pid_of() {
    local pid born
    read -r pid born 2>/dev/null <"$PIDS/$1" || return 0
    [ -z "$born" ] || [ "$(birth "$pid")" != "$born" ] || printf '%s\n' "$pid"
}

# is_told DESCRIPTOR: succeeds once there is something to read; fails after a tenth of a second.
# Reads nothing itself: `read` with a time limit loses a byte that arrives as the limit ends.
is_told() {
    local turn
    for ((turn = 0; turn < 10; turn++)); do
        ! read -r -t 0 -u "$1" || return 0
        read -r -t 0.01 -u "$NEVER" || true
    done
    return 1
}

# start_one NAME: starts a service unless it is running, and waits until it is ready or refuses to
# record anything.
start_one() {
    local name="$1" program pid words deadline=$((SECONDS + READY_SECONDS))
    [ -z "$(pid_of "$name")" ] || return 0
    mkdir -p "$PIDS" "$LOGS/$name"
    program="$BIN/$(service_program "$name")"
    mapfile -d '' -t words < <(service_environment)
    rm -f "$PIDS/$name.ready" "$PIDS/$name.is-ready"
    mkfifo "$PIDS/$name.ready"
    exec 4<>"$PIDS/$name.ready"
    (
        cd "$PIDS"
        exec setsid env -i "${words[@]}" "$program" --notification-fd 3
    ) 3>&4 4>&- 9>&- {NEVER}>&- </dev/null >>"$LOGS/$name/current" 2>&1 &
    pid=$!
    disown
    printf '%s %s\n' "$pid" "$(birth "$pid")" >"$PIDS/$name"
    until is_told 4; do
        if refuses_now "$name"; then
            exec 4>&-
            return
        fi
        if [ -z "$(pid_of "$name")" ]; then
            report_failure "$name" "ended before it was ready"
            exit 1
        elif [ "$SECONDS" -ge "$deadline" ]; then
            report_failure "$name" "was not ready after $READY_SECONDS s"
            exit 1
        fi
    done
    exec 4>&-
    touch "$PIDS/$name.is-ready"
}

start_all() {
    local name
    for name in "${NAMES[@]}"; do start_one "$name"; done
}

# stop_one NAME: sends SIGTERM, then SIGKILL after STOP_SECONDS.
stop_one() {
    local pid deadline=$((SECONDS + STOP_SECONDS))
    pid="$(pid_of "$1")"
    [ -n "$pid" ] || return 0
    kill "$pid" 2>/dev/null || true
    while [ -n "$(pid_of "$1")" ] && [ -e "/proc/$pid/exe" ]; do
        if [ "$SECONDS" -ge "$deadline" ]; then kill -9 "$pid" 2>/dev/null || true; fi
        sleep 0.02
    done
    rm -f "$PIDS/$1" "$PIDS/$1.ready" "$PIDS/$1.is-ready"
}

stop_all() {
    local name
    for name in $(stop_order); do stop_one "$name"; done
}

restart_one() {
    stop_one "$1"
    start_one "$1"
}

# state_of NAME: prints state, pid, and seconds since the start.
state_of() {
    local pid
    pid="$(pid_of "$1")"
    if [ -z "$pid" ]; then
        echo "down - -"
    elif [ -e "$PIDS/$1.is-ready" ]; then
        echo "ready $pid $(ps -o etimes= -p "$pid" | tr -d ' ')"
    else
        echo "starting $pid -"
    fi
}
