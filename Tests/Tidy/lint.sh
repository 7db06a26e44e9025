#!/usr/bin/env bash
# Every check of `make lint`, all findings in one run; exit 1 if there is one. Then each check is
# tried on planted faults: a check that finds nothing might be blind.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1

failed=0

# check NAME COMMAND…: runs it, says what failed.
check() {
    local name="$1"
    shift
    if ! "$@"; then
        echo "lint: $name failed" >&2
        failed=1
    fi
}

# need COMMAND HINT: a check that lacks its tool fails.
need() {
    command -v "$1" >/dev/null || { echo "lint: $1 is missing. $2" >&2; exit 1; }
}

need swift "Install the toolchain: https://www.swift.org/install/linux"
need python3 "sudo apt-get install python3"
need git "sudo apt-get install git"

# swift_format FILES…: strict; any finding fails.
swift_format() { swift format lint --strict --parallel --recursive "$@"; }

# syntax COMMAND PATTERN…: every committed file of a pattern through COMMAND.
syntax() {
    local command="$1" file status=0
    shift
    while IFS= read -r -d '' file; do
        $command "$file" || status=1
    done < <(git ls-files -coz --exclude-standard -- "$@")
    return "$status"
}

imports() {
    local description
    description="$(swift package describe --type json)" || return 1
    printf '%s' "$description" | python3 -B Tests/Tidy/imports.py .
}

python_syntax() {
    python3 -B -c 'import ast, sys; ast.parse(open(sys.argv[1]).read(), sys.argv[1])' "$1"
}

# planted: the checks made of whole programs find a planted fault too.
planted() {
    local folder status=0
    folder="$(mktemp -d)"
    printf 'let a  =  1\n' >"$folder/a.swift"
    printf 'if true; then\n' >"$folder/a.sh"
    printf 'def a(:\n' >"$folder/a.py"
    cp .swift-format "$folder/"
    if swift_format "$folder/a.swift" 2>/dev/null; then echo "format check is blind"; status=1; fi
    if bash -n "$folder/a.sh" 2>/dev/null; then echo "shell check is blind"; status=1; fi
    if python_syntax "$folder/a.py" 2>/dev/null; then echo "python check is blind"; status=1; fi
    rm -rf "$folder"
    return "$status"
}

check "format (make format mends it)" swift_format Package.swift Shared Services Tests
check "import directions (Tests/Tidy/imports.tsv)" imports
check "tidiness" python3 -B Tests/Tidy/tidy.py .
check "rules that tests name (Tests/Tidy/rules.tsv)" python3 -B Tests/Tidy/rules.py .
check "tests that docs/security.md names" python3 -B Tests/Tidy/promises.py .
check "shell syntax" syntax "bash -n" '*.sh' .ci/run
check "python syntax" syntax python_syntax '*.py'
check "planted faults in formats" planted
check "planted faults in the other checks" python3 -B Tests/Tidy/lint_tests.py --quiet

[ "$failed" = 0 ] && echo "lint: clean"
exit "$failed"
