# Starts and stops services through s6. Sourced by system.sh.
#
# One s6-svscan supervises RUN/s6: for every service an s6-supervise with its program, and another
# one with its s6-log. No process outlives its supervisor: s6-svscan restarts a dead s6-supervise;
# the kernel sends a program SIGTERM when its s6-supervise dies; and `guard`, which waits for the
# lock that s6-svscan holds, ends all of them when s6-svscan dies.
# shellcheck shell=bash

SCAN="$RUN/s6"
# The number of old log files of a service, and the size of each in bytes.
LOG_FILES_MAX=8
LOG_FILE_BYTES_MAX=4000000
# The number of deaths that s6 remembers for each service.
DEATHS_KEPT=16

# service_folders: prints every service folder below SCAN, including those of loggers.
service_folders() {
    local folder
    for folder in "$SCAN"/*/ "$SCAN"/*/log/; do
        [ ! -d "$folder" ] || printf '%s\n' "${folder%/}"
    done
}

# write_file PATH [MODE]: atomically replaces the file with standard input. A file with the same
# contents is left alone, because a full disk has no space for another.
write_file() {
    local text
    text="$(cat && echo .)"
    text="${text%.}"
    ! printf '%s' "$text" | cmp -s - "$1" || return 0
    printf '%s' "$text" >"$1.new"
    chmod "${2:-600}" "$1.new"
    mv "$1.new" "$1"
}

# write_service NAME: writes the folder of a service below SCAN.
write_service() {
    local folder="$SCAN/$1" program word
    program="$BIN/$(service_program "$1")"
    mkdir -p "$folder/log" "$LOGS/$1"
    {
        printf '#!/bin/sh\nexec 2>&1\nexec env -i'
        while IFS= read -r -d '' word; do
            printf ' \\\n  %s' "$(quoted "$word")"
        done < <(service_environment)
        printf ' \\\n  setpriv --pdeathsig TERM -- %s --notification-fd 3\n' "$(quoted "$program")"
    } | write_file "$folder/run" 700
    echo 3 | write_file "$folder/notification-fd"
    echo $((STOP_SECONDS * 1000)) | write_file "$folder/timeout-kill"
    echo "$DEATHS_KEPT" | write_file "$folder/max-death-tally"
    printf '#!/bin/sh\nexec s6-log -b n%s s%s %s\n' \
        "$LOG_FILES_MAX" "$LOG_FILE_BYTES_MAX" "$(quoted "$LOGS/$1")" |
        write_file "$folder/log/run" 700
}

# write_guard: writes the service that ends everything once the lock of s6-svscan is free.
write_guard() {
    mkdir -p "$SCAN/guard"
    write_file "$SCAN/guard/run" 700 <<'GUARD'
#!/bin/sh
# Waits as long as s6-svscan runs, which holds this lock. Then stops every other supervisor and its
# program, and finally the supervisor of this script.
exec setpriv --pdeathsig TERM -- s6-setlock ../.s6-svscan/lock sh -c '
cd ..
for folder in */ */log/; do [ "$folder" = guard/ ] || s6-svc -xd "$folder"; done
s6-svc -xd guard
'
GUARD
}

# write_services: writes the folders of all services and removes any other.
write_services() {
    local name folder
    for name in "${NAMES[@]}"; do write_service "$name"; done
    write_guard
    for folder in "$SCAN"/*/; do
        name="$(basename "$folder")"
        [ "$name" = guard ] || is_listed "$name" ||
            { s6-svc -xd "$folder" 2>/dev/null || true; rm -rf "$folder"; }
    done
}

# scanning: succeeds if the s6-svscan of this home is running.
scanning() { s6-svscanctl -z "$SCAN" 2>/dev/null; }

# clear_leftovers: ends supervisors without an s6-svscan.
clear_leftovers() {
    local folder
    while IFS= read -r folder; do
        s6-svc -xd "$folder" 2>/dev/null || true
    done < <(service_folders)
    end_strays
}

start_all() {
    local name state deadline
    if scanning; then
        write_services
        s6-svscanctl -an "$SCAN"
    else
        clear_leftovers
        rm -rf "$SCAN"
        write_services
        mkdir -p "$LOGS/supervisor"
        # Closes descriptors inherited from the caller: one may be a pipe whose reader waits for its
        # end.
        (
            for descriptor in /proc/self/fd/*; do
                descriptor=${descriptor##*/}
                [ "$descriptor" -le 2 ] || eval "exec $descriptor>&-"
            done
            exec setsid s6-svscan -t 0 "$SCAN" </dev/null >>"$LOGS/supervisor/current" 2>&1
        ) &
        disown
    fi
    deadline=$((SECONDS + READY_SECONDS))
    for name in "${NAMES[@]}"; do
        # A supervisor listens a moment before it writes its first status.
        until s6-svok "$SCAN/$name" 2>/dev/null &&
            state="$(s6-svstat -o ready "$SCAN/$name" 2>/dev/null)"; do
            [ "$SECONDS" -lt "$deadline" ] || fail "s6 did not start; see $LOGS/supervisor/current"
            sleep 0.005
        done
        # Deaths during an earlier start do not count.
        [ "$state" = true ] || s6-svdt-clear "$SCAN/$name"
        s6-svc -u "$SCAN/$name"
    done
    for name in "${NAMES[@]}"; do wait_ready "$name"; done
}

# wait_ready NAME: returns when the service is ready or refuses to record anything; fails if it will
# do neither.
wait_ready() {
    local deadline=$((SECONDS + READY_SECONDS)) deaths
    until s6-svwait -U -t 250 "$SCAN/$1" 2>/dev/null; do
        ! refuses_now "$1" || return 0
        deaths="$(s6-svdt "$SCAN/$1" | wc -l)"
        if [ "$deaths" -ge "$DEATHS_BEFORE_READY" ]; then
            report_failure "$1" "ended $deaths times before it was ready"
            exit 1
        elif [ "$SECONDS" -ge "$deadline" ]; then
            report_failure "$1" "was not ready after $READY_SECONDS s"
            exit 1
        fi
    done
}

# stop_one NAME: stops a service and waits; s6 kills it after STOP_SECONDS.
stop_one() {
    s6-svc -wD -T $(((STOP_SECONDS + 2) * 1000)) -d "$SCAN/$1" 2>/dev/null || true
}

stop_all() {
    local name
    if scanning; then
        for name in $(stop_order); do
            [ "$name" = "${NAMES[0]}" ] || stop_one "$name" &
        done
        wait
        stop_one "${NAMES[0]}"
        s6-svscanctl -t "$SCAN" 2>/dev/null || true
    fi
    clear_leftovers
    # There are pid files if the system was started before s6 was installed. In a process of its
    # own, because the other functions of that file must not replace those of this one.
    (
        . "$DEPLOY/supervise-plain.sh"
        stop_all
    )
}

restart_one() {
    scanning || fail "The system is not running. Run: $COMMAND up"
    write_service "$1"
    stop_one "$1"
    s6-svdt-clear "$SCAN/$1"
    s6-svc -u "$SCAN/$1"
    wait_ready "$1"
}

# state_of NAME: prints state, pid, and seconds since the start.
state_of() {
    local is_up is_ready pid seconds
    if ! read -r is_up is_ready pid seconds < <(
        s6-svstat -o up,ready,pid,updownfor "$SCAN/$1" 2>/dev/null
    ); then
        echo "down - -"
    elif [ "$is_up" != true ]; then
        echo "down - -"
    elif [ "$is_ready" = true ]; then
        echo "ready $pid $seconds"
    else
        echo "starting $pid $seconds"
    fi
}
