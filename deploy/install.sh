#!/usr/bin/env bash
# Installs the programs that `make build` made, their files and systemd units. Environment:
#   PREFIX   where programs and files go; default /usr/local
#   DESTDIR  a folder that stands for the root of the machine on which they will be; default none.
#            With it nothing else on this machine is touched.
. "$(dirname "$0")/common.sh"

umask 022
PREFIX="${PREFIX:-/usr/local}"
DESTDIR="${DESTDIR:-}"
[ "${PREFIX#/}" != "$PREFIX" ] || fail "PREFIX is an absolute path"
BIN="$(absolute "${COMPASS_BIN:-$ROOT/bin}")"
LIB="$PREFIX/lib/recruiting-compass"
SHARE="$PREFIX/share/recruiting-compass"
# Where systemd looks for the units of administrators and of packages.
if [ "$PREFIX" = /usr ]; then UNITS=/lib/systemd/system; else UNITS=/etc/systemd/system; fi
PROGRAMS=(compass compass-pdf compass-archive compass-backup compass-sheet)

# put MODE FILE PATH: installs a file at a path below DESTDIR.
put() { install -D -m "$1" -- "$2" "$DESTDIR$3"; }

# filled FILE: prints a template with the paths of the installation.
filled() { sed -e "s|@LIB@|$LIB|g" -e "s|@SHARE@|$SHARE|g" "$1"; }

# put_input MODE PATH: installs standard input.
put_input() {
    local file
    file="$(mktemp)"
    cat >"$file"
    put "$1" "$file" "$2"
    rm -f "$file"
}

# unit NAME: installs standard input as a unit.
unit() { put_input 644 "$UNITS/$1"; }

# swift_libraries: prints the libraries of the toolchain that the programs need. Beside the programs
# they are found when the toolchain is gone or may not be read.
swift_libraries() {
    local program
    for program in "$BIN"/*; do ldd "$program"; done |
        awk '$3 ~ /\/swift\/linux\// { print $3 }' | sort -u
}

install_programs() {
    local program library
    mapfile -t -O "${#PROGRAMS[@]}" PROGRAMS < <(rows "$SERVICES_TABLE" | cut -f 2)
    for program in "${PROGRAMS[@]}"; do
        [ -x "$BIN/$program" ] || fail "$BIN/$program is not there. Run: make build"
        put 755 "$BIN/$program" "$LIB/$program"
    done
    while IFS= read -r library; do
        put 644 "$library" "$LIB/${library##*/}"
    done < <(swift_libraries)
    mkdir -p "$DESTDIR$PREFIX/bin"
    ln -sfn ../lib/recruiting-compass/compass "$DESTDIR$PREFIX/bin/compass"
    ln -sfn ../lib/recruiting-compass/compass "$DESTDIR$PREFIX/bin/compass-admin"
}

install_files() {
    local file
    for file in "$DEPLOY"/catalogue/*; do
        put 644 "$file" "$SHARE/deploy/catalogue/${file##*/}"
    done
    put 644 "$SERVICES_TABLE" "$SHARE/deploy/services.tsv"
    # What starts and stops the services where systemd does not, accepts losses, and warns of old
    # libraries at a start.
    for file in common.sh supervise-plain.sh supervise-s6.sh packages.tsv; do
        put 644 "$DEPLOY/$file" "$SHARE/deploy/$file"
    done
    for file in system.sh packages.sh; do
        put 755 "$DEPLOY/$file" "$SHARE/deploy/$file"
    done
    filled "$DEPLOY/compass-system.in" | put_input 755 "$PREFIX/sbin/compass-system"
    put 644 "$DEPLOY/nginx.conf" "$SHARE/nginx.conf"
    for file in "$DEPLOY"/observability/*; do
        put 644 "$file" "$SHARE/observability/${file##*/}"
    done
    put 644 "$ROOT/docs/operating.md" "$SHARE/docs/operating.md"
}

# install_unit NAME PROGRAM NETWORK PURPOSE: installs the unit of a service.
install_unit() {
    local order broker='' network
    if [ "$1" = broker ]; then
        order='After=network.target'
        # The services should not wait for the broker while all processors are busy.
        broker="Nice=-5"$'\n'"ExecStartPre=-$SHARE/deploy/packages.sh warn"
    else
        # Stopping goes the other way round: services that drain need the broker.
        order=$'Wants=compass-broker.service\nAfter=compass-broker.service'
    fi
    if [ "$3" = yes ]; then
        network='RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK'
    else
        network=$'PrivateNetwork=yes\nIPAddressDeny=any\nRestrictAddressFamilies=AF_UNIX'
    fi
    filled "$DEPLOY/systemd/compass-service.in" |
        awk -v name="$1" -v program="$2" -v purpose="$4" -v order="$order" -v broker="$broker" \
            -v network="$network" '
            $0 == "@ORDER@" { print order; next }
            $0 == "@NETWORK@" { print network; next }
            $0 == "@BROKER@" { if (broker != "") print broker; next }
            {
                gsub(/@NAME@/, name); gsub(/@PROGRAM@/, program); gsub(/@PURPOSE@/, purpose)
                print
            }' |
        unit "compass-$1.service"
}

install_units() {
    local name program database network purpose file
    while IFS=$'\t' read -r name program database network purpose; do
        install_unit "$name" "$program" "$network" "$purpose"
    done < <(rows "$SERVICES_TABLE")
    filled "$DEPLOY/systemd/compass.target" |
        sed "s|@SERVICES@|$(service_names | sed 's/.*/compass-&.service/' | xargs)|" |
        unit compass.target
    for file in compass-backup.service compass-backup.timer; do
        filled "$DEPLOY/systemd/$file" | unit "$file"
    done
    put 644 "$DEPLOY/systemd/sysusers.conf" "$PREFIX/lib/sysusers.d/recruiting-compass.conf"
}

# register: tells the system's own systemd of the user and the units.
register() {
    [ -z "$DESTDIR" ] && [ -d /run/systemd/system ] || return 0
    systemd-sysusers "$PREFIX/lib/sysusers.d/recruiting-compass.conf"
    systemctl daemon-reload
}

install_programs
install_files
install_units
register
say "Installed below $DESTDIR$PREFIX. Start it, now and after each start of the machine:"
say "  systemctl enable --now compass.target compass-backup.timer"
say "Its commands: sudo -u compass env COMPASS_HOME=/var/lib/recruiting-compass $PREFIX/bin/compass"
