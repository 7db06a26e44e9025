#!/usr/bin/env bash
# Builds the benchmarks (release) and the C programs of their limits, and runs them.
# Usage: run.sh [NAME …], with names as in BenchmarksMain, by default all. Exits 99 if a limit is
# missed.
set -euo pipefail
cd "$(dirname "$0")/../.."
swift build -c release --product compass-bench
limits=$PWD/.build/limits
mkdir -p "$limits"
cc -O2 -Wall -Wextra -Werror -o "$limits/hop" Tests/Benchmarks/Limits/hop.c -lzmq
cc -O2 -Wall -Wextra -Werror -o "$limits/rows" Tests/Benchmarks/Limits/rows.c -lsqlite3
cc -O2 -Wall -Wextra -Werror -o "$limits/posts" Tests/Benchmarks/Limits/posts.c -lsqlite3
COMPASS_BENCH_LIMITS=$limits exec .build/release/compass-bench "$@"
