#!/bin/sh
# Conformance tests from outside: Python peers, made from the RFC texts, test the real programs.
#
#   Tests/Conformance/run.sh [PATH OF compass-broker] [PYTEST ARGUMENTS …]
#
# The programs of the services must be in the same folder as the broker. The Python packages of
# requirements.txt are installed in a virtual environment below .venv/, which git ignores.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
root=$(CDPATH='' cd -- "$here/../.." && pwd)
venv="$root/.venv/conformance"

fail() {
    echo "conformance: $*" >&2
    exit 1
}

broker="$root/.build/debug/compass-broker"
case "${1:-}" in
    '' | -*) ;;
    *) broker=$1; shift ;;
esac

command -v python3 >/dev/null 2>&1 || fail "python3 is missing (Debian package: python3)"
python3 -c 'import venv, ensurepip' 2>/dev/null ||
    fail "Python cannot make a virtual environment (Debian package: python3-venv)"
[ -x "$broker" ] || fail "$broker is no program: build it first (make build, or swift build)"
for program in $(awk -F '\t' '!/^#/ { print $2 }' "$root/deploy/services.tsv"); do
    [ -x "$(dirname -- "$broker")/$program" ] ||
        fail "$program is missing beside $broker: build it first"
done
broker=$(CDPATH='' cd -- "$(dirname -- "$broker")" && pwd)/$(basename -- "$broker")

# The stamp is written last, so that an interrupted installation is repeated.
if ! cmp -s "$here/requirements.txt" "$venv/installed.txt"; then
    rm -rf "$venv"
    python3 -m venv "$venv" || fail "python3 -m venv failed (Debian package: python3-venv)"
    "$venv/bin/python" -m pip --version >/dev/null 2>&1 ||
        fail "pip is missing in the virtual environment (Debian package: python3-venv)"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
        -r "$here/requirements.txt" || fail "pip could not install $here/requirements.txt"
    cp "$here/requirements.txt" "$venv/installed.txt"
fi

cd "$here"
COMPASS_BROKER_PROGRAM=$broker PYTHONDONTWRITEBYTECODE=1 exec "$venv/bin/python" -m pytest "$@"
