#!/usr/bin/env bash
# Reports what is installed and what is missing, with the install line. Changes nothing.
# Exits with 1 if something is missing that `make build` does not install. A library that is older
# than it should be is named, and is no failure.
. "$(dirname "$0")/common.sh"

missing_tools=()

# row NAME VERSION PURPOSE: prints one line of the report.
row() { printf '  %-10s %-22s %s\n' "$1" "${2:-MISSING}" "$3"; }

# tool COMMAND PURPOSE [VERSION-ARGUMENTS…]: prints a row for a program not in packages.tsv.
tool() {
    local name="$1" purpose="$2" version=""
    shift 2
    if command -v "$name" >/dev/null; then
        version="$("$name" "$@" 2>&1 | grep -oE '[0-9]+\.[0-9]+(\.[0-9]+)?' | head -n 1 || true)"
        version="${version:-present}"
    else
        missing_tools+=("$name")
    fi
    row "$name" "$version" "$purpose"
}

# macro HEADER EXPRESSION: prints the value of a C macro without blanks and quotes, or nothing.
macro() {
    command -v gcc >/dev/null || return 0
    printf '#include <%s>\n%s\n' "$1" "$2" | gcc -E -P -x c - 2>/dev/null | tail -n 1 |
        tr -d ' "' | grep -E '^[0-9.]+$' || true
}

# debian PACKAGE: prints the upstream version of an installed package; nothing without dpkg.
debian() {
    dpkg-query -W -f '${Version}' "$1" 2>/dev/null | sed 's/-[^-]*$//' || true
}

echo "Toolchain"
tool swift "compiles everything; 6.3 or later ($SWIFT_PAGE)" --version
tool gcc "C headers of the libraries" -dumpfullversion
tool python3 "lint, demo, tests" --version
tool git "version control" --version
tool make "this" --version
tool bash "scripts" --version
echo "Libraries and supervision"
row libzmq "$(macro zmq.h 'ZMQ_VERSION_MAJOR.ZMQ_VERSION_MINOR.ZMQ_VERSION_PATCH')" "messages"
row sqlite "$(macro sqlite3.h SQLITE_VERSION)" "databases"
row sodium "$(macro sodium.h SODIUM_VERSION_STRING)" "passwords, signatures"
row microhttpd "$(debian libmicrohttpd-dev)" "pages and API over HTTP"
row zlib "$(macro zlib.h ZLIB_VERSION)" "compressed styles and scripts"
row libzip "$(debian libzip-dev)" "archives of everything that a family has, and workbooks"
row expat "$(debian libexpat1-dev)" "XML in the workbooks of spreadsheet programs"
row libcurl "$(debian libcurl4-openssl-dev)" "requests to the addresses of change hooks"
row pango "$(debian libpango1.0-dev)" "text of PDF exports"
row cairo "$(debian libcairo2-dev)" "pages of PDF exports"
row dejavu "$(debian fonts-dejavu-core)" "letters of PDF exports"
if command -v s6-svscan >/dev/null; then
    s6="$(debian s6)"
    row s6 "${s6:-present}" "starting, readiness, restart after a crash"
else
    row s6 "" "without it services run unsupervised, as plain background processes"
fi
zones=""
[ -e /usr/share/zoneinfo/America/New_York ] && zones="$(debian tzdata)" && zones="${zones:-present}"
row tzdata "$zones" "time zones of families"
mapfile -t libraries < <(bash "$DEPLOY/packages.sh" versions)
if [ "${#libraries[@]}" -gt 0 ]; then
    echo "Debian's libraries that are to have at least a version (docs/operating.md says why)"
    printf '%s\n' "${libraries[@]}"
fi
echo "Tests only"
venv="$(python3 -c 'import ensurepip; print(ensurepip.version())' 2>/dev/null || true)"
row venv "$venv" "virtual environments of the tests in Python"
row poppler "$(debian poppler-utils)" "reads PDF exports back"
row chromium "$(debian chromium-headless-shell)" "the pages in a real browser"
row nginx "$(debian nginx-light)" "the pages behind a proxy"
echo

mapfile -t packages < <(bash "$DEPLOY/packages.sh" missing test)
if [ "${#packages[@]}" -gt 0 ]; then
    echo "Install what is missing (\`make build\` and \`make test\` do it by themselves):"
    echo "  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages[*]}"
fi
bash "$DEPLOY/packages.sh" explain 2>&1
for name in "${missing_tools[@]}"; do
    case "$name" in
        swift) echo "Install Swift 6.3 or later: $SWIFT_PAGE" ;;
        *) echo "Install $name: sudo apt-get install -y $name" ;;
    esac
done
[ "${#missing_tools[@]}" = 0 ] || exit 1
[ "${#packages[@]}" -gt 0 ] || echo "Nothing is missing."
