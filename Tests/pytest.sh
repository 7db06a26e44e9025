# Runs a suite of tests in Python on the real programs. Sourced by the suites' run.sh, not run.
#
# The Python packages of a suite's requirements.txt are installed in a virtual environment below
# .venv/, which git ignores.

# fail WORDS…: says why the suite cannot run, and ends.
fail() {
    echo "$suite: $*" >&2
    exit 1
}

# install: makes the virtual environment of the suite, unless it is there.
install() {
    venv="$root/.venv/$suite"
    command -v python3 >/dev/null 2>&1 || fail "python3 is missing (Debian package: python3)"
    python3 -c 'import venv, ensurepip' 2>/dev/null ||
        fail "Python cannot make a virtual environment (Debian package: python3-venv)"
    # The stamp is written last, so that an interrupted installation is repeated.
    cmp -s "$here/requirements.txt" "$venv/installed.txt" && return
    rm -rf "$venv"
    python3 -m venv "$venv" || fail "python3 -m venv failed (Debian package: python3-venv)"
    "$venv/bin/python" -m pip --version >/dev/null 2>&1 ||
        fail "pip is missing in the virtual environment (Debian package: python3-venv)"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
        -r "$here/requirements.txt" || fail "pip could not install $here/requirements.txt"
    cp "$here/requirements.txt" "$venv/installed.txt"
}

# run_suite NAME FOLDER [PATH OF compass-broker] [PYTEST ARGUMENTS …]: ends with pytest's exit code.
run_suite() {
    suite=$1
    here=$2
    root=$(CDPATH='' cd -- "$here/../.." && pwd)
    shift 2
    broker="$root/.build/debug/compass-broker"
    case "${1:-}" in
        '' | -*) ;;
        *) broker=$1; shift ;;
    esac
    [ -x "$broker" ] || fail "$broker is no program: build it first (make build, or swift build)"
    for program in $(awk -F '\t' '!/^#/ { print $2 }' "$root/deploy/services.tsv"); do
        [ -x "$(dirname -- "$broker")/$program" ] ||
            fail "$program is missing beside $broker: build it first"
    done
    broker=$(CDPATH='' cd -- "$(dirname -- "$broker")" && pwd)/$(basename -- "$broker")
    install
    cd "$here"
    COMPASS_BROKER_PROGRAM=$broker PYTHONDONTWRITEBYTECODE=1 \
        exec "$venv/bin/python" -m pytest "$@"
}
