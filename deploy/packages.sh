#!/usr/bin/env bash
# packages.sh missing|install run|package|test
# packages.sh versions|warn|explain|depends
#
# missing prints the missing Debian packages. install installs them (as root or with sudo) or prints
# the install line; of older libraries it warns, since an upgrade is for whoever runs the machine.
# Scope run has the packages for building and running; package adds those for making a Debian
# package, test also those that only the tests need.
#
# versions prints the libraries that packages.tsv wants in a version, with the one that is there.
# warn says on stderr which of them are older, and the line that upgrades them; it asks only dpkg.
# explain also says what the package lists have. depends prints the versions as `Depends` has them.
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

# apt_get WORDS…: runs apt-get as root, without questions. invoke-rc.d starts no daemon in run
# level 1.
apt_get() { as_root env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get "$@" >&2; }

# install_missing SCOPE: installs missing packages; fetches the package lists only if necessary.
install_missing() {
    local packages words
    mapfile -t packages < <(missing "$1")
    [ "${#packages[@]}" -gt 0 ] || return 0
    words=(install -y --no-install-recommends "${packages[@]}")
    command -v apt-get >/dev/null || fail "Missing: ${packages[*]} (Debian's names). Install them."
    if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
        fail "Missing packages. As root, run: apt-get update && apt-get ${words[*]}"
    fi
    say "Installing ${packages[*]}"
    apt_get "${words[@]}" || { apt_get update && apt_get "${words[@]}"; } ||
        fail "Could not install packages. Run: sudo apt-get update && sudo apt-get ${words[*]}"
    mapfile -t packages < <(missing "$1")
    [ "${#packages[@]}" = 0 ] || fail "Installed, but still not found: ${packages[*]}"
}

# relations: prints the versions that the table wants, as in `Depends`, one per line.
relations() {
    rows "$PACKAGES_TABLE" | cut -f 5 | tr ',' '\n' | sed -e 's/^ *//' -e '/^-$/d'
}

# libraries: prints each installed library of which a version is wanted: package, version, at least,
# and "older" or "current". Prints nothing without dpkg; other distributions have other packages.
libraries() {
    local package version at_least state names
    local -A installed=()
    command -v dpkg-query >/dev/null || return 0
    mapfile -t names < <(relations)
    while read -r package version state; do
        [ "$state" != installed ] || installed[$package]="$version"
    done < <(dpkg-query -W -f '${Package} ${Version} ${db:Status-Status}\n' "${names[@]%% *}" \
        2>/dev/null)
    while read -r package _ at_least; do
        at_least="${at_least%)}"
        version="${installed[$package]:-}"
        [ -n "$version" ] || continue
        state=current
        # Most are equal, and a process takes longer than all the rest.
        [ "$version" = "$at_least" ] || dpkg --compare-versions "$version" ge "$at_least" ||
            state=older
        printf '%s\t%s\t%s\t%s\n' "$package" "$version" "$at_least" "$state"
    done < <(printf '%s\n' "${names[@]}")
}

# versions: prints the libraries with their versions, for people.
versions() {
    local package version at_least state note
    while IFS=$'\t' read -r package version at_least state; do
        note=
        [ "$state" = current ] || note=", OLDER"
        printf '  %-16s %-22s at least %s%s\n' "$package" "$version" "$at_least" "$note"
    done < <(libraries)
}

# older: prints the libraries that are older than they should be, without the word for that.
older() { libraries | sed -n 's/\tolder$//p'; }

# upgrade_line PACKAGE…: prints what upgrades them.
upgrade_line() {
    printf 'sudo apt-get update && sudo apt-get install -y --only-upgrade %s\n' "$*"
}

# warn: says which libraries are older than they should be, and what upgrades them.
warn() {
    local package version at_least packages=()
    while IFS=$'\t' read -r package version at_least; do
        packages+=("$package")
        say "WARNING: $package $version is older than $at_least. It should be at least that."
    done < <(older)
    [ "${#packages[@]}" = 0 ] ||
        say "Upgrade, and start everything again: $(upgrade_line "${packages[@]}")"
}

# upgradable: prints the older libraries of which the package lists have a newer version.
upgradable() {
    local packages
    mapfile -t packages < <(older | cut -f 1)
    [ "${#packages[@]}" -gt 0 ] && command -v apt-cache >/dev/null || return 0
    LC_ALL=C apt-cache policy "${packages[@]}" 2>/dev/null | awk '
        /^[^ ]/ { package = substr($1, 1, length($1) - 1) }
        $1 == "Installed:" { installed = $2 }
        $1 == "Candidate:" && $2 != installed && $2 != "(none)" { print package }'
}

# explain: warns, and says of which older libraries the package lists have nothing newer.
explain() {
    local stuck
    warn
    stuck="$(grep -vxF -f <(upgradable) <(older | cut -f 1) | xargs)" || true
    [ -z "$stuck" ] || say "The package lists of this machine have nothing newer of: $stuck." \
        "That stops nothing; look again after \`apt-get update\`."
}

scope="${2:-run}"
case "${1:-}" in
    missing) missing "$scope" ;;
    install)
        install_missing "$scope"
        explain
        ;;
    versions | warn | explain) "$1" ;;
    depends) relations | paste -sd , | sed 's/,/, /g' ;;
    *) fail "usage: packages.sh missing|install run|package|test, versions|warn|explain|depends" ;;
esac
