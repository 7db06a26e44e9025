# Paths, tables and small helpers that the scripts of this folder share. Sourced, not run.
# shellcheck shell=bash

set -euo pipefail
umask 077

DEPLOY="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
ROOT="$(dirname "$DEPLOY")"
SERVICES_TABLE="${COMPASS_SERVICES_TABLE:-$DEPLOY/services.tsv}"
PACKAGES_TABLE="$DEPLOY/packages.tsv"
# The toolchain's installation page, for the one thing that is no Debian package.
SWIFT_PAGE="https://www.swift.org/install/linux"

# say TEXT: a note to the person, on stderr; results go to stdout.
say() { printf '%s\n' "$*" >&2; }

# fail TEXT: a note, then the end with exit code 1.
fail() {
    say "$*"
    exit 1
}

# absolute PATH: PATH as an absolute path, also when it does not exist yet.
absolute() {
    case "$1" in
        /*) printf '%s\n' "$1" ;;
        *) printf '%s/%s\n' "$PWD" "$1" ;;
    esac
}

# rows TABLE: the table without comments and blank lines.
rows() { grep -v -e '^#' -e '^[[:space:]]*$' "$1"; }

# service_names: the names of the table, in starting order, one a line.
service_names() { rows "$SERVICES_TABLE" | cut -f 1; }

# service_program NAME: the program of a service.
service_program() { rows "$SERVICES_TABLE" | awk -F '\t' -v n="$1" '$1 == n { print $2 }'; }

# quoted TEXT: TEXT as one word of a POSIX shell script.
quoted() { printf "'%s'" "${1//\'/\'\\\'\'}"; }
