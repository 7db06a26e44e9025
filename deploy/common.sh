# Paths, tables and helper functions shared by the scripts of this folder. Sourced, not run.
# shellcheck shell=bash

set -euo pipefail
umask 077

DEPLOY="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
ROOT="$(dirname "$DEPLOY")"
SERVICES_TABLE="${COMPASS_SERVICES_TABLE:-$DEPLOY/services.tsv}"
PACKAGES_TABLE="$DEPLOY/packages.tsv"
# The installation page of the Swift toolchain, which is not a Debian package.
SWIFT_PAGE="https://www.swift.org/install/linux"

# check_toolchain: fails unless there is a Swift toolchain with the modules that macros need and the
# libraries that `compass` contains.
check_toolchain() {
    local swift_folder modules
    command -v swift >/dev/null || fail "No Swift toolchain. Install 6.3 or later: $SWIFT_PAGE"
    swift_folder="$(swiftc -print-target-info |
        sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')"
    modules="$swift_folder/host"
    [ -d "$modules/SwiftSyntax.swiftmodule" ] ||
        fail "The Swift toolchain lacks SwiftSyntax in $modules, as slim ones do." \
            "Install a complete one: $SWIFT_PAGE"
    [ -d "${swift_folder}_static" ] ||
        fail "The Swift toolchain lacks its static libraries in ${swift_folder}_static." \
            "Install a complete one: $SWIFT_PAGE"
}

# say TEXT: prints a message to stderr; results go to stdout.
say() { printf '%s\n' "$*" >&2; }

# fail TEXT: prints a message and exits with code 1.
fail() {
    say "$*"
    exit 1
}

# absolute PATH: prints PATH as an absolute path; PATH need not exist.
absolute() {
    case "$1" in
        /*) printf '%s\n' "$1" ;;
        *) printf '%s/%s\n' "$PWD" "$1" ;;
    esac
}

# rows TABLE: prints the table without comments and blank lines.
rows() { grep -v -e '^#' -e '^[[:space:]]*$' "$1"; }

# service_names: prints the names in the table, in starting order, one per line.
service_names() { rows "$SERVICES_TABLE" | cut -f 1; }

# service_program NAME: prints the program of a service.
service_program() { rows "$SERVICES_TABLE" | awk -F '\t' -v n="$1" '$1 == n { print $2 }'; }

# quoted TEXT: prints TEXT quoted as one word of a POSIX shell script.
quoted() { printf "'%s'" "${1//\'/\'\\\'\'}"; }
