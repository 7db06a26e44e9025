#!/usr/bin/env bash
# Builds the benchmarks (release) and the C programs of their limits, and runs them.
# Usage: run.sh [NAME …] with names as in BenchmarksMain, or besieged: good calls and pages
# during attacks. Runs all without a name. Exits 99 if a limit is missed.
set -euo pipefail
cd "$(dirname "$0")/../.."

besieged() {
    bash Tests/Conformance/run.sh .build/release/compass-broker -n 0 -sq \
        bench_besieged.py bench_crowds.py
}

swift build -c release
if [ "$*" = besieged ]; then
    besieged || exit 99
    exit 0
fi
limits=$PWD/.build/limits
mkdir -p "$limits"
cc -O2 -Wall -Wextra -Werror -o "$limits/hop" Tests/Benchmarks/Limits/hop.c -lzmq
cc -O2 -Wall -Wextra -Werror -o "$limits/rows" Tests/Benchmarks/Limits/rows.c -lsqlite3
cc -O2 -Wall -Wextra -Werror -o "$limits/reads" Tests/Benchmarks/Limits/reads.c -lsqlite3
cc -O2 -Wall -Wextra -Werror -o "$limits/http" Tests/Benchmarks/Limits/http.c -lmicrohttpd
cc -O2 -Wall -Wextra -Werror -o "$limits/posts" Tests/Benchmarks/Limits/posts.c -lsqlite3
status=0
COMPASS_BENCH_LIMITS=$limits .build/release/compass-bench "$@" || status=$?
if [ $# -eq 0 ]; then
    besieged || status=99
fi
exit "$status"
