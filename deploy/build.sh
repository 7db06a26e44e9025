#!/usr/bin/env bash
# Installs missing packages, builds every program for release and links the programs into bin/.
. "$(dirname "$0")/common.sh"

cd "$ROOT"
check_toolchain
bash "$DEPLOY/packages.sh" install run
swift build -c release >&2
mkdir -p bin
for program in $(rows "$SERVICES_TABLE" | cut -f 2) compass compass-loadtest compass-pdf \
    compass-archive compass-backup compass-sheet; do
    [ -x ".build/release/$program" ] || fail "The build made no program named $program"
    ln -sfn "../.build/release/$program" "bin/$program"
done
# The operator's commands are those of the same program under another name.
ln -sfn ../.build/release/compass bin/compass-admin
# Linked without the part of Foundation that knows time zones, `compass` would take all for GMT.
grep -q _TimeZoneICU bin/compass || fail "bin/compass was linked without time zones"
say "Programs are in bin/"
