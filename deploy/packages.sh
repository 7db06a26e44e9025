#!/usr/bin/env bash
# packages.sh missing|install run|package|test
#
# missing prints the missing Debian packages. install installs them (as root or with sudo) or prints
# the install line. Scope run has the packages for building and running; package adds those for
# making a Debian package, test also those that only the tests need.
. "$(dirname "$0")/common.sh"

# present PROBE WHAT: succeeds if the header, command, file or module of a package exists.
present() {
    case "$1" in
        header) echo "#include <$2>" | gcc -E -x c - >/dev/null 2>&1 ;;
        command) command -v "$2" >/dev/null 2>&1 ;;
        file) [ -e "$2" ] ;;
        python) python3 -c "import $2" >/dev/null 2>&1 ;;
        *) fail "packages.tsv: unknown probe $1" ;;
    esac
}

# missing SCOPE: prints the missing packages, one per line.
missing() {
    local package scope probe what rest
    while IFS=$'\t' read -r package scope probe what rest; do
        [ "$scope" = run ] || [ "$scope" = "$1" ] || [ "$1" = test ] || continue
        present "$probe" "$what" || printf '%s\n' "$package"
    done < <(rows "$PACKAGES_TABLE")
}

# as_root COMMAND…: runs the command as root or with sudo, or fails.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif [ -t 0 ]; then
        sudo "$@"
    else
        sudo -n "$@"
    fi
}

# install SCOPE: installs missing packages; fetches the package lists only if necessary.
install() {
    local packages line
    mapfile -t packages < <(missing "$1")
    [ "${#packages[@]}" -gt 0 ] || return 0
    line="apt-get install -y --no-install-recommends ${packages[*]}"
    command -v apt-get >/dev/null || fail "Missing: ${packages[*]} (Debian's names). Install them."
    if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
        fail "Missing packages. As root, run: apt-get update && $line"
    fi
    say "Installing ${packages[*]}"
    # invoke-rc.d starts no daemon in run level 1.
    local root="as_root env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1"
    # shellcheck disable=SC2086 # the lines are split into words on purpose
    $root $line >&2 || { $root apt-get update >&2 && $root $line >&2; } ||
        fail "Could not install packages. Run: sudo apt-get update && sudo $line"
    mapfile -t packages < <(missing "$1")
    [ "${#packages[@]}" = 0 ] || fail "Installed, but still not found: ${packages[*]}"
}

scope="${2:-run}"
case "${1:-}" in
    missing) missing "$scope" ;;
    install) install "$scope" ;;
    *) fail "usage: packages.sh missing|install run|package|test" ;;
esac
