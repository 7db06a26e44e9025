#!/usr/bin/env bash
# Builds the Debian package of the programs that `make build` made, and its bill of materials. The
# same programs give the same bytes on machines with the same Debian packages. Environment:
#   SOURCE_DATE_EPOCH  the date of everything in the package; default: that of the last commit
#   PACKAGES           the folder for the package; default packages/
. "$(dirname "$0")/common.sh"

umask 022
export LC_ALL=C TZ=UTC
BIN="$(absolute "${COMPASS_BIN:-$ROOT/bin}")"
PACKAGES="$(absolute "${PACKAGES:-$ROOT/packages}")"
NAME=recruiting-compass
WORK="$(mktemp -d)"
trap 'rm -rf "$WORK"' EXIT
STAGE="$WORK/stage"
LIB="$STAGE/usr/lib/$NAME"
SHARE="$STAGE/usr/share"

# put MODE FILE PATH: installs a file at a path of the package.
put() { install -D -m "$1" -- "$2" "$STAGE/$3"; }

# epoch: prints the date of the package in seconds since 1970.
epoch() {
    if [ -n "${SOURCE_DATE_EPOCH:-}" ]; then
        printf '%s\n' "$SOURCE_DATE_EPOCH"
    else
        git -C "$ROOT" log -1 --format=%ct 2>/dev/null ||
            fail "This is no checkout. Set SOURCE_DATE_EPOCH to the date of the package."
    fi
}

# schemas: prints each database and the number of its schema (PRAGMA user_version), which SQLite
# keeps in the header: those that the programs make in an empty home.
schemas() {
    local file word
    rows "$SERVICES_TABLE" | grep -v compass-web >"$WORK/services.tsv"
    for word in up down; do
        COMPASS_HOME="$WORK/home" COMPASS_BIN="$BIN" COMPASS_SUPERVISOR=plain \
            COMPASS_SERVICES_TABLE="$WORK/services.tsv" bash "$DEPLOY/system.sh" "$word" \
            2>"$WORK/said" || fail "$(cat "$WORK/said")"
    done
    for file in "$WORK"/home/data/*.sqlite; do
        printf '%s %s\n' "$(basename "$file" .sqlite)" \
            "$(od -An -tu4 --endian=big -j60 -N4 "$file" | tr -d ' ')"
    done
}

# install_programs: installs what `make install` does, as a package has it.
install_programs() {
    local file
    PREFIX=/usr DESTDIR="$STAGE" COMPASS_BIN="$BIN" bash "$DEPLOY/install.sh" 2>"$WORK/said" ||
        fail "$(cat "$WORK/said")"
    # Libraries are those of the package or of Debian, never those of a toolchain that may be there.
    # What only a debugger reads is over half of the size; no crash is reported with it.
    for file in "$LIB"/*; do
        ! chrpath -l "$file" >/dev/null 2>&1 || chrpath -r "\$ORIGIN" "$file" >/dev/null
        strip --strip-unneeded --remove-section=.comment --remove-section=.note "$file"
    done
}

# install_files: installs what only a package has.
install_files() {
    "$BIN/compass" completion bash >"$WORK/bash"
    put 644 "$WORK/bash" usr/share/bash-completion/completions/compass
    "$BIN/compass" completion zsh >"$WORK/zsh"
    put 644 "$WORK/zsh" usr/share/zsh/vendor-completions/_compass
    "$BIN/compass" completion fish >"$WORK/fish"
    put 644 "$WORK/fish" usr/share/fish/vendor_completions.d/compass.fish
    python3 -B "$DEPLOY/manual.py" "$BIN" "$STAGE/usr/sbin/compass-system" "$SHARE/man"
    put 644 "$DEPLOY/debian/copyright" "usr/share/doc/$NAME/copyright"
    put 644 "$DEPLOY/debian/lintian-overrides" "usr/share/lintian/overrides/$NAME"
    mkdir -p "$SHARE/doc/$NAME/examples"
    ln -s "../../../$NAME/nginx.conf" "$SHARE/doc/$NAME/examples/nginx.conf"
    ln -s "../../$NAME/docs/operating.md" "$SHARE/doc/$NAME/operating.md"
    put 644 "$ROOT/docs/guide/hosting.md" "usr/share/$NAME/docs/guide/hosting.md"
    put 644 "$ROOT/docs/security.md" "usr/share/$NAME/docs/security.md"
    ln -s "../../$NAME/docs/guide/hosting.md" "$SHARE/doc/$NAME/hosting.md"
    {
        printf '%s (%s) stable; urgency=medium\n\n' "$NAME" "$VERSION"
        printf '  * Version %s; what changed is in the history of the project.\n\n' "$VERSION"
        printf ' -- %s  %s\n' "$(sed -n 's/^Maintainer: //p' "$DEPLOY/debian/control.in")" \
            "$(date -R -d "@$SOURCE_DATE_EPOCH")"
    } >"$SHARE/doc/$NAME/changelog"
    gzip -9n "$SHARE/doc/$NAME/changelog" "$SHARE"/man/man*/*
}

# dependencies: prints the packages that have the libraries of the programs, each in the version
# that they were linked with or that packages.tsv wants, whichever is greater.
dependencies() {
    local linked
    mkdir -p "$WORK/debian"
    printf 'Source: %s\n\nPackage: %s\nArchitecture: any\n' "$NAME" "$NAME" >"$WORK/debian/control"
    # It says of each library of Swift that its name has no version.
    linked="$(cd "$WORK" && dpkg-shlibdeps -S"$STAGE" -l"$LIB" -O "$LIB"/* 2>"$WORK/said" |
        sed -n 's/^shlibs:Depends=//p')" || fail "$(cat "$WORK/said")"
    perl -MDpkg::Deps -e '
        my $all = deps_parse(join(", ", @ARGV)) or exit 1;
        $all->simplify_deps(Dpkg::Deps::KnownFacts->new());
        print $all->output(), "\n"' \
        "$linked" "$(bash "$DEPLOY/packages.sh" depends)"
}

# swift_version: prints the version of the toolchain, which compiled the programs.
swift_version() {
    swiftc --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p' | head -n 1
}

# bill_of_materials: prints what is in the package and what it needs.
bill_of_materials() {
    local swift
    swift="$(swift_version)"
    [ -n "$swift" ] || fail "There is no Swift toolchain to say its version: $SWIFT_PAGE"
    filled "$DEPLOY/debian/control.in" | python3 -B "$DEPLOY/sbom.py" "$STAGE" "$swift"
}

# size: prints the installed size in KiB, the same on every file system.
size() {
    find "$STAGE" -path "$STAGE/DEBIAN" -prune -o -printf '%y %s\n' |
        awk '{ sum += $1 == "f" ? int(($2 + 1023) / 1024) : 1 } END { print sum }'
}

# filled FILE: prints a template of the package's control files.
filled() {
    SERVICES="$(service_names | sed 's/.*/compass-&.service/' | xargs)" \
        SCHEMAS="$SCHEMAS" DEPENDS="$DEPENDS" SIZE="$SIZE" VERSION="$VERSION" \
        ARCHITECTURE="$ARCHITECTURE" perl -pe 's/@([A-Z]+)@/$ENV{$1}/g' "$1"
}

# write_control: writes the control files.
write_control() {
    local script
    mkdir -p "$STAGE/DEBIAN"
    SCHEMAS="$(schemas)"
    DEPENDS="$(dependencies)"
    SIZE=0
    bill_of_materials >"$WORK/sbom.cdx.json"
    put 644 "$WORK/sbom.cdx.json" "usr/share/doc/$NAME/sbom.cdx.json"
    SIZE="$(size)"
    filled "$DEPLOY/debian/control.in" >"$STAGE/DEBIAN/control"
    put 644 "$DEPLOY/debian/templates" DEBIAN/templates
    for script in preinst postinst prerm postrm; do
        filled "$DEPLOY/debian/$script.in" >"$STAGE/DEBIAN/$script"
        chmod 755 "$STAGE/DEBIAN/$script"
    done
    (cd "$STAGE" && find . -path ./DEBIAN -prune -o -type f -printf '%P\n' | sort |
        xargs md5sum) >"$STAGE/DEBIAN/md5sums"
}

bash "$DEPLOY/packages.sh" install package
SOURCE_DATE_EPOCH="$(epoch)"
export SOURCE_DATE_EPOCH
VERSION="$("$BIN/compass" --version | sed -n 's/^compass //p')"
[ -n "$VERSION" ] || fail "$BIN/compass does not say its version. Run: make build"
ARCHITECTURE="$(dpkg --print-architecture)"
install_programs
install_files
write_control
find "$STAGE" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
mkdir -p "$PACKAGES"
file="$PACKAGES/${NAME}_${VERSION}_$ARCHITECTURE.deb"
bill="${file%.deb}.cdx.json"
# The usual level takes six times as long, for a file that is a sixth smaller.
dpkg-deb --root-owner-group -Zxz -z1 --build "$STAGE" "$file" >/dev/null
install -m 644 -- "$WORK/sbom.cdx.json" "$bill"
touch -d "@$SOURCE_DATE_EPOCH" "$bill"
say "Package: $file"
say "What is in it: $bill"
say "  sudo apt install $file"
