"""Writes what is in a package and what it needs: a bill of materials in CycloneDX 1.6 (JSON).

    python3 sbom.py STAGE SWIFT <CONTROL

STAGE is the folder of the package's files, SWIFT the version of the toolchain that compiled the
programs, CONTROL the package's control file. Versions and licences of the Debian packages are those
of this machine. SOURCE_DATE_EPOCH is the date; the same files and packages give the same bytes.
Fails if a program needs a library that neither the package has nor a package that it depends on.
"""

import collections
import datetime
import fnmatch
import hashlib
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import urllib.parse
import uuid

HERE = pathlib.Path(__file__).resolve().parent
#: Where Debian keeps the copyright file of each package.
DOCUMENTS = pathlib.Path("/usr/share/doc")
MACHINE_READABLE = "https://www.debian.org/doc/packaging-manuals/copyright-format/1.0"
SWIFT = "swift-runtime"
#: The names by which SPDX knows Debian's short names; a `+` behind a name is "or later".
SPDX = {
    "Expat": "MIT", "expat": "MIT", "BSD-2-clause": "BSD-2-Clause", "BSD-3-clause": "BSD-3-Clause",
    "BSD-4-clause": "BSD-4-Clause", "zlib": "Zlib", "Apache-2": "Apache-2.0",
    **{name: name for name in (
        "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BSD-4-Clause", "BSL-1.0", "CC0-1.0",
        "CC-BY-SA-3.0", "FSFAP", "FSFUL", "FSFULLR", "FTL", "ISC", "MIT", "MPL-1.1", "MPL-2.0",
        "OFL-1.1", "OLDAP-2.8", "Unicode-3.0", "X11", "Zlib", "bzip2-1.0.6", "curl")},
}
for name in ("GPL-1", "GPL-2", "GPL-3", "LGPL-2", "LGPL-2.1", "LGPL-3"):
    exact = name if "." in name else f"{name}.0"
    SPDX.update({name: f"{exact}-only", f"{name}+": f"{exact}-or-later"})
EXCEPTIONS = {"Apache-2.0-with-runtime-library-exception": "Apache-2.0 WITH Swift-exception"}

Package = collections.namedtuple(
    "Package", "name version architecture status source source_version depends before provides")


def installed():
    """Every installed package of this machine's architecture, by its name."""
    fields = ("Package", "Version", "Architecture", "db:Status-Status", "source:Package",
              "source:Version", "Depends", "Pre-Depends", "Provides")
    form = "\t".join(f"${{{field}}}" for field in fields) + "\n"
    own = run("dpkg", "--print-architecture").strip()
    rows = (Package(*line.split("\t")) for line in run(
        "dpkg-query", "-W", "-f", form).splitlines())
    return {row.name: row for row in rows
            if row.status == "installed" and row.architecture in (own, "all")}


def run(*words):
    """What a command prints; the command must succeed."""
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def names(relations):
    """The alternatives of each relation of a field such as `Depends`, without versions."""
    for relation in filter(None, (each.strip() for each in relations.split(","))):
        yield [re.split(r"[\s(:\[]", each.strip())[0] for each in relation.split("|")]


class Debian:
    """The packages that a package needs, directly and through others."""

    def __init__(self, depends):
        self.packages = installed()
        self.providers = collections.defaultdict(list)
        for package in sorted(self.packages.values()):
            for alternatives in names(package.provides):
                self.providers[alternatives[0]].append(package.name)
        #: What each needs directly, by name.
        self.needs = {}
        self.direct = self.chosen(depends)
        waiting = list(self.direct)
        while waiting:
            name = waiting.pop()
            if name not in self.needs:
                package = self.packages[name]
                self.needs[name] = self.chosen(f"{package.before}, {package.depends}")
                waiting += self.needs[name]

    def chosen(self, relations):
        """The installed package of each relation, sorted. One that is not there is an error."""
        found = set()
        for alternatives in names(relations):
            present = [name for each in alternatives
                       for name in [each, *self.providers[each]] if name in self.packages]
            if not present:
                sys.exit(f"sbom: {' | '.join(alternatives)} is not installed. Which version?")
            found.add(present[0])
        return sorted(found)

    def owners(self, libraries):
        """The package of each library among those that are needed, by the library's name."""
        if not libraries:
            return {}
        found = {}
        # It fails if there is one that no package has; that is told below.
        listing = subprocess.run(
            ["dpkg-query", "-S", *(f"*/{each}" for each in sorted(libraries))],
            capture_output=True, text=True, check=False).stdout
        for line in listing.splitlines():
            owners, _, path = line.partition(": ")
            for owner in owners.split(", "):
                if owner.split(":")[0] in self.needs:
                    found[os.path.basename(path)] = owner.split(":")[0]
        return found


def licences(names_of_licences):
    """The member `licenses` of a component; none if no licence is known."""
    known = list(dict.fromkeys(names_of_licences))
    if len(known) == 1 and known[0] in EXCEPTIONS:
        return {"licenses": [{"expression": EXCEPTIONS[known[0]]}]}
    entries = [{"id": SPDX[name]} if name in SPDX else {"name": name} for name in known]
    # Two of Debian's names may be one of SPDX's.
    entries = [entry for at, entry in enumerate(entries) if entry not in entries[:at]]
    return {"licenses": [{"license": entry} for entry in entries]} if known else {}


def paragraphs(text):
    """(patterns of files, licence) of each such paragraph of a machine-readable copyright file."""
    for paragraph in re.split(r"\n\s*\n", text):
        files = re.search(r"^Files:(.*(?:\n[ \t].*)*)", paragraph, re.MULTILINE)
        licence = re.search(r"^Licen[sc]e:[ \t]*(\S.*)", paragraph, re.MULTILINE)
        if files and licence:
            yield files[1].split(), licence[1].strip()


def licences_of_package(name):
    """The licences that Debian's copyright file names, if it is a machine-readable one."""
    try:
        text = (DOCUMENTS / name / "copyright").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    if MACHINE_READABLE not in text[:400].replace("http:", "https:"):
        return []
    return sorted({licence for _, licence in paragraphs(text)})


def licence_of_file(path):
    """The licence of a file of the package: that of the last paragraph that has it."""
    text = (HERE / "debian" / "copyright").read_text(encoding="utf-8")
    return [licence for patterns, licence in paragraphs(text)
            if any(fnmatch.fnmatch(path, each) for each in patterns)][-1]


def needed(program):
    """The names of the libraries that a program loads."""
    return re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "-d", str(program)))


def sum_of(path):
    return [{"alg": "SHA-256", "content": hashlib.sha256(path.read_bytes()).hexdigest()}]


def distribution():
    """What `distro` in an address of a package says, such as debian-12."""
    release = platform.freedesktop_os_release()
    return f"{release['ID']}-{release.get('VERSION_ID', release.get('VERSION_CODENAME', ''))}"


def address(package, distro):
    """The purl of a Debian package. A colon is not encoded, a plus sign is."""
    version = urllib.parse.quote(package.version, safe=":")
    return (f"pkg:deb/debian/{urllib.parse.quote(package.name)}@{version}"
            f"?arch={package.architecture}&distro={distro}")


def debian_component(package, distro, direct):
    return {
        "type": "library", "bom-ref": f"deb:{package.name}", "name": package.name,
        "version": package.version, **licences(licences_of_package(package.name)),
        "purl": address(package, distro),
        "properties": [
            {"name": "recruiting-compass:source",
             "value": f"{package.source} {package.source_version}"},
            {"name": "recruiting-compass:depends", "value": "direct" if direct else "indirect"}]}


def swift_component(libraries, stage, version):
    """The runtime, parts of which are in each program, with the libraries that are shipped."""
    parts = [{"type": "library", "bom-ref": f"file:{path.name}", "name": path.name,
              "version": version, "hashes": sum_of(path),
              **licences([licence_of_file(str(path.relative_to(stage)))])} for path in libraries]
    return {
        "type": "framework", "bom-ref": SWIFT, "name": "Swift runtime", "version": version,
        **licences(["Apache-2.0-with-runtime-library-exception"]),
        "purl": f"pkg:swift/github.com/swiftlang/swift@{version}",
        **({"components": parts} if parts else {})}


def catalogue_components(stage):
    """The files with facts about schools, with the licences of their sources."""
    folder = stage / "usr/share/recruiting-compass/deploy/catalogue"
    table = re.findall(r"^\|(.*)\|$", (folder / "README.md").read_text(encoding="utf-8"),
                       re.MULTILINE)
    rows = [[cell.strip() for cell in row.split("|")] for row in table]
    start = next(at for at, row in enumerate(rows) if row[2:3] == ["licence"])
    sources = sorted({row[2] for row in rows[start + 2:]} - {"–"})
    return [{"type": "data", "bom-ref": f"data:{path.name}", "name": path.name,
             "hashes": sum_of(path), **licences(sources)} for path in sorted(folder.glob("*.csv"))]


def document(stage, swift, control):
    """The whole bill of materials."""
    fields = dict(re.findall(r"^([A-Z][\w-]*): (.*)$", control, re.MULTILINE))
    debian = Debian(fields["Depends"])
    distro = distribution()
    shipped = sorted((stage / "usr/lib" / fields["Package"]).iterdir())
    libraries = [path for path in shipped if ".so" in path.suffixes]
    programs = [path for path in shipped if path not in libraries]
    loads = {path: set(needed(path)) - {each.name for each in libraries} for path in shipped}
    owners = debian.owners(set().union(*loads.values()))
    for path, wanted in loads.items():
        for library in sorted(wanted - set(owners)):
            sys.exit(f"sbom: {path.name} needs {library}, which no package of Depends has")
    product = {
        "type": "application", "bom-ref": fields["Package"], "name": fields["Package"],
        "version": fields["Version"], **licences([licence_of_file("usr")]),
        "purl": f"pkg:generic/{fields['Package']}@{fields['Version']}"
                f"?arch={fields['Architecture']}"}
    catalogue = catalogue_components(stage)
    components = [
        *({"type": "application", "bom-ref": f"file:{path.name}", "name": path.name,
           "version": fields["Version"], "hashes": sum_of(path)} for path in programs),
        swift_component(libraries, stage, swift), *catalogue,
        *(debian_component(debian.packages[name], distro, name in debian.direct)
          for name in sorted(debian.needs))]
    uses = {
        fields["Package"]: [*(f"file:{path.name}" for path in programs), SWIFT,
                            *(each["bom-ref"] for each in catalogue),
                            *(f"deb:{name}" for name in debian.direct)],
        **{f"file:{path.name}": [SWIFT, *sorted(f"deb:{owners[each]}" for each in loads[path])]
           for path in programs},
        SWIFT: sorted({f"deb:{owners[each]}" for path in libraries for each in loads[path]}),
        **{f"deb:{name}": [f"deb:{each}" for each in debian.needs[name]]
           for name in sorted(debian.needs)}}
    return whole(product, components, uses)


def whole(product, components, uses):
    """The document around them. Its number follows from its content."""
    date = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.UTC)
    content = {
        "version": 1,
        "metadata": {
            "timestamp": date.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "lifecycles": [{"phase": "build"}], "component": product},
        "components": components,
        "dependencies": [{"ref": ref, "dependsOn": sorted(set(wanted))}
                         for ref, wanted in uses.items()]}
    number = uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(content, sort_keys=True))
    return {"$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
            "bomFormat": "CycloneDX", "specVersion": "1.6", "serialNumber": f"urn:uuid:{number}",
            **content}


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: sbom.py STAGE SWIFT <CONTROL")
    bill = document(pathlib.Path(sys.argv[1]), sys.argv[2], sys.stdin.read())
    print(json.dumps(bill, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
