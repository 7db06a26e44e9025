#!/usr/bin/env bash
# Installs missing packages, builds the programs for release and links them into bin/; with the word
# loadtest also the program for load tests, which takes a tenth longer.
. "$(dirname "$0")/common.sh"

cd "$ROOT"
check_toolchain
bash "$DEPLOY/packages.sh" install run
programs=(compass compass-pdf compass-archive compass-backup compass-sheet)
mapfile -t -O "${#programs[@]}" programs < <(rows "$SERVICES_TABLE" | cut -f 2)
[ -x .build/release/compass ] ||
    say "Building for release. The first time takes some ten minutes on two cores."
COMPASS_BUILD=product swift build -c release >&2
if [ "${1:-}" = loadtest ]; then
    swift build -c release --product compass-loadtest >&2
    programs+=(compass-loadtest)
fi
mkdir -p bin
for program in "${programs[@]}"; do
    [ -x ".build/release/$program" ] || fail "The build made no program named $program"
    ln -sfn "../.build/release/$program" "bin/$program"
done
# The operator's commands are those of the same program under another name.
ln -sfn ../.build/release/compass bin/compass-admin
# Linked without the part of Foundation that knows time zones, `compass` would take all for GMT.
grep -q _TimeZoneICU bin/compass || fail "bin/compass was linked without time zones"
say "Programs are in bin/"
