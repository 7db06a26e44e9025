#!/usr/bin/env bash
# bare_root.sh PACKAGE: installs a package that `make package` built into a new Debian root, which
# systemd boots, and shows that the pages answer, that data outlive an upgrade to the same programs
# under a greater version, and that a purge without a terminal keeps them. It takes about two
# minutes, needs root and Debian's archive, and is no part of `make test`. COMPASS_ROOT_TAR names an
# archive of such a root that was kept.
set -euo pipefail

fail() {
    printf 'bare_root: %s\n' "$*" >&2
    exit 1
}

[ -f "${1:-}" ] || fail "usage: bare_root.sh PACKAGE"
[ "$(id -u)" = 0 ] || fail "This needs root: systemd boots in a container"
for tool in mmdebstrap systemd-nspawn nsenter; do
    command -v "$tool" >/dev/null ||
        fail "$tool is missing: apt-get install mmdebstrap systemd-container util-linux"
done

package="$(realpath "$1")"
work="$(mktemp -d)"
root="$work/root"
container=

# init: prints the process that is number 1 of the container. With it all others end.
init() { pgrep -P "$container" systemd; }

# finish: ends the container and removes the root.
finish() {
    if [ -n "$container" ]; then
        kill -KILL "$(init)" 2>/dev/null || true
        wait "$container" 2>/dev/null || true
    fi
    rm -rf --one-file-system "$work"
}
trap finish EXIT

# inside COMMAND…: runs a command in the booted root.
inside() {
    nsenter -t "$(init)" -m -u -i -p -C -r -w \
        env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive "$@"
}

# hosted COMMAND…: runs compass as the user of the home.
hosted() {
    inside runuser -u compass -- env COMPASS_HOME=/var/lib/recruiting-compass compass "$@"
}

# see TEXT COMMAND…: fails unless the command succeeds and prints the text.
see() {
    local wanted="$1" said
    shift
    said="$("$@" 2>&1)" || fail "$* failed: $said"
    [[ "$said" == *"$wanted"* ]] || fail "$* does not print \"$wanted\" but: $said"
    printf 'ok: %s: %s\n' "${*: -2}" "$wanted"
}

# page: prints the page for signing in, as the root's own network shows it.
page() {
    local address
    address="$(inside cat /var/lib/recruiting-compass/run/web.address)"
    python3 - "${address}sign-in" <<'END'
import sys
import urllib.request
print(urllib.request.urlopen(sys.argv[1], timeout=30).read().decode())
END
}

if [ -n "${COMPASS_ROOT_TAR:-}" ]; then
    mkdir "$root"
    tar -xpf "$COMPASS_ROOT_TAR" -C "$root" --exclude='./dev/*'
else
    mmdebstrap --quiet --variant=minbase --include=systemd,systemd-sysv,dbus bookworm "$root"
fi
cp "$package" "$root/first.deb"
# The same programs under a greater version.
dpkg-deb -R "$package" "$work/next"
version="$(dpkg-deb -f "$package" Version)"
sed -i "s/^Version: .*/Version: $version+next/" "$work/next/DEBIAN/control"
dpkg-deb --root-owner-group -Zgzip -z1 -b "$work/next" "$root/next.deb" >/dev/null

systemd-nspawn --quiet -D "$root" --boot --register=no --keep-unit --console=pipe \
    >"$work/boot.log" 2>&1 &
container=$!
for ((turn = 0; turn < 100; turn++)); do
    [ "$(inside systemctl is-system-running 2>/dev/null)" != running ] || break
    sleep 0.3
done
see running inside systemctl is-system-running

inside apt-get -qq update
see "Recruiting Compass $version runs. Pages: http://127.0.0.1:" \
    inside apt-get install -y --no-install-recommends /first.deb
see '<h1>Sign in</h1>' page
see enabled inside systemctl is-enabled compass.target compass-backup.timer
see 'Signed up Sam Rivera' hosted signup --email sam@home.example --name "Sam Rivera" \
    --role player --password-stdin <<<'a long invented password'
see 'Created "The Riveras"' hosted family create "The Riveras"

see "runs. Pages:" inside apt-get install -y --no-install-recommends /next.deb
see "The Riveras" hosted whoami
see '<h1>Sign in</h1>' page
inside systemctl start compass-backup.service
see "yes" hosted backup list

see "The data of Recruiting Compass stay in" inside apt-get purge -y recruiting-compass
see "Recruiting Compass $version runs." \
    inside apt-get install -y --no-install-recommends /first.deb
see "The Riveras" hosted whoami
echo "bare_root: passed"
