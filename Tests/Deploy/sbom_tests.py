"""The bill of materials of a package: what CycloneDX demands, that it names everything that is
shipped and loaded, and that it is the same twice. That of a package is in `package_tests.py`."""

import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "deploy"))
import sbom  # noqa: E402 (its folder is known only now)

#: How many seconds a command may take, also on a busy machine.
PATIENCE = 600
EPOCH = "1790000000"
CONTROL = """Package: recruiting-compass
Version: 1.2.0
Architecture: amd64
Depends: adduser, debconf (>= 0.5) | debconf-2.0, libc6 (>= 2.35), libexpat1 (>= 2.5), zlib1g
Section: web
"""
#: Each stand-in for a program, with the libraries that it is linked with.
PROGRAMS = {"compass": (), "compass-sheet": ("expat", "z")}
TYPES = {"application", "data", "framework", "library"}
ADDRESS = re.compile(
    r"pkg:deb/debian/[a-z0-9][a-z0-9.%B+-]*@[A-Za-z0-9.~:%-]+\?arch=[a-z0-9]+&distro=\w+-[\w.]+")


def linked(target, *words):
    """Links a program, or a library if the words say so, that loads the libraries it is given."""
    subprocess.run(["gcc", "-Wl,--no-as-needed", "-x", "c", "-", "-o", target, *words],
                   input="int main(void) { return 0; }\n", text=True, check=True)


def everything(components):
    """The components with those inside of others."""
    for each in components:
        yield each
        yield from everything(each.get("components", ()))


class Bill(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="compass-sbom-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.stage = cls.folder / "stage"
        cls.programs = cls.stage / "usr/lib/recruiting-compass"
        cls.programs.mkdir(parents=True)
        for name, libraries in PROGRAMS.items():
            linked(cls.programs / name, *(f"-l{each}" for each in libraries))
        linked(cls.programs / "libswiftCore.so", "-shared", "-fPIC")
        linked(cls.programs / "compass-web", f"-L{cls.programs}", "-lswiftCore")
        shutil.copytree(ROOT / "deploy/catalogue",
                        cls.stage / "usr/share/recruiting-compass/deploy/catalogue")
        cls.text = cls.written(cls.stage)
        cls.bill = json.loads(cls.text)
        cls.components = list(everything(cls.bill["components"]))
        cls.by_reference = {each["bom-ref"]: each for each in cls.components}
        cls.needs = {each["ref"]: each["dependsOn"] for each in cls.bill["dependencies"]}

    @classmethod
    def run_program(cls, stage, control=CONTROL, epoch=EPOCH):
        return subprocess.run(
            [sys.executable, "-B", ROOT / "deploy/sbom.py", stage, "6.3.1"], input=control,
            capture_output=True, text=True, timeout=PATIENCE,
            env={**os.environ, "SOURCE_DATE_EPOCH": epoch})

    @classmethod
    def written(cls, stage, **given):
        done = cls.run_program(stage, **given)
        assert done.returncode == 0, done.stderr
        return done.stdout


class Format(Bill):
    def test_the_document(self):
        self.assertEqual((self.bill["bomFormat"], self.bill["specVersion"], self.bill["version"]),
                         ("CycloneDX", "1.6", 1))
        self.assertRegex(self.bill["serialNumber"],
                         r"^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
        self.assertLess({"metadata", "components", "dependencies"}, set(self.bill))
        metadata = self.bill["metadata"]
        self.assertEqual(metadata["timestamp"], "2026-09-21T14:13:20Z")
        product = metadata["component"]
        self.assertEqual((product["name"], product["version"], product["type"]),
                         ("recruiting-compass", "1.2.0", "application"))

    def test_every_component(self):
        for each in self.components:
            self.assertLess({"type", "name", "bom-ref"}, set(each))
            self.assertIn(each["type"], TYPES)
            for sums in each.get("hashes", ()):
                self.assertEqual(sums["alg"], "SHA-256")
                self.assertRegex(sums["content"], "^[0-9a-f]{64}$")
            licences = each.get("licenses", [{"expression": ""}])
            if "expression" in licences[0]:
                self.assertEqual(len(licences), 1, each["name"])
                continue
            known = [entry["license"] for entry in licences]
            for licence in known:
                self.assertEqual(len(licence.keys() & {"id", "name"}), 1, licence)
            self.assertEqual(len({str(licence) for licence in known}), len(known))

    def test_every_reference_is_of_one_component(self):
        references = [each["bom-ref"] for each in self.components]
        self.assertEqual(len(set(references)), len(references))
        known = {*references, "recruiting-compass"}
        for reference, wanted in self.needs.items():
            self.assertIn(reference, known)
            self.assertLessEqual(set(wanted), known)
            self.assertEqual(wanted, sorted(set(wanted)))

    def test_addresses(self):
        packages = [each for each in self.components if each["bom-ref"].startswith("deb:")]
        self.assertGreater(len(packages), 5)
        for each in packages:
            self.assertRegex(each["purl"], f"^{ADDRESS.pattern}$")
        package = sbom.Package("libstdc++6", "1:2.5.0~rc1-1+deb12u1", "amd64", *[""] * 6)
        self.assertEqual(
            sbom.address(package, "debian-12"),
            "pkg:deb/debian/libstdc%2B%2B6@1:2.5.0~rc1-1%2Bdeb12u1?arch=amd64&distro=debian-12")


class Content(Bill):
    def test_what_is_shipped_with_its_sum(self):
        shipped = {each["name"]: each["hashes"][0]["content"] for each in self.components
                   if each["bom-ref"].startswith("file:")}
        self.assertEqual(shipped, {
            each.name: hashlib.sha256(each.read_bytes()).hexdigest()
            for each in self.programs.iterdir()})
        data = {each["name"] for each in self.components if each["type"] == "data"}
        self.assertEqual(data, {each.name for each in (ROOT / "deploy/catalogue").glob("*.csv")})

    def test_the_runtime_and_its_libraries(self):
        runtime = self.by_reference["swift-runtime"]
        self.assertEqual(runtime["version"], "6.3.1")
        licences = [{"expression": "Apache-2.0 WITH Swift-exception"}]
        self.assertEqual(runtime["licenses"], licences)
        library, = runtime["components"]
        self.assertEqual((library["name"], library["licenses"]), ("libswiftCore.so", licences))

    def test_debian_packages_have_the_versions_of_the_machine(self):
        packages = [each for each in self.components if each["bom-ref"].startswith("deb:")]
        found = subprocess.run(
            ["dpkg-query", "-W", "-f", "${Package} ${Version}\n",
             *(each["name"] for each in packages)],
            check=True, capture_output=True, text=True).stdout.splitlines()
        for each in packages:
            self.assertIn(f"{each['name']} {each['version']}", found)

    def test_packages_are_direct_or_needed_by_others(self):
        direct = {name for name, each in self.by_reference.items()
                  if {"name": "recruiting-compass:depends", "value": "direct"}
                  in each.get("properties", ())}
        self.assertEqual(direct, {"deb:adduser", "deb:debconf", "deb:libc6", "deb:libexpat1",
                                  "deb:zlib1g"})
        reached, waiting = set(), ["recruiting-compass"]
        while waiting:
            reference = waiting.pop()
            if reference not in reached:
                reached.add(reference)
                waiting += self.needs.get(reference, ())
        self.assertLessEqual({name for name in self.by_reference if name.startswith("deb:")},
                             reached)

    def test_a_program_needs_the_packages_of_its_libraries(self):
        self.assertEqual(self.needs["file:compass-sheet"],
                         ["deb:libc6", "deb:libexpat1", "deb:zlib1g", "swift-runtime"])
        self.assertEqual(self.needs["file:compass-web"], ["deb:libc6", "swift-runtime"])

    def test_a_library_of_no_listed_package_stops_it(self):
        done = self.run_program(
            self.stage, control=CONTROL.replace(", libexpat1 (>= 2.5), zlib1g", ", zlib1g"))
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(
            done.stderr,
            "sbom: compass-sheet needs libexpat.so.1, which no package of Depends has\n")

    def test_a_package_that_is_not_installed_stops_it(self):
        done = self.run_program(
            self.stage, control=CONTROL.replace("zlib1g", "zlib1g, no-such | nor-this"))
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(done.stderr, "sbom: no-such | nor-this is not installed. Which version?\n")

    def test_the_same_files_give_the_same_bytes(self):
        again = self.folder / "another place" / "stage"
        shutil.copytree(self.stage, again)
        for each in again.rglob("*"):
            os.utime(each, (0, 0))
        self.assertEqual(self.written(again), self.text)
        (again / "usr/lib/recruiting-compass/compass").write_bytes(
            (self.programs / "compass-web").read_bytes())
        other = json.loads(self.written(again))
        self.assertNotEqual(other["serialNumber"], self.bill["serialNumber"])
        later = json.loads(self.written(self.stage, epoch="1790000001"))
        self.assertEqual(later["metadata"]["timestamp"], "2026-09-21T14:13:21Z")


class Licences(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="compass-licences-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.addCleanup(setattr, sbom, "DOCUMENTS", sbom.DOCUMENTS)
        sbom.DOCUMENTS = self.folder

    def of(self, text):
        """The member for a package with this copyright file."""
        (self.folder / "some").mkdir(exist_ok=True)
        (self.folder / "some/copyright").write_text(text)
        return sbom.licences(sbom.licences_of_package("some"))

    def test_a_machine_readable_file(self):
        self.assertEqual(
            self.of("Format: http://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\n"
                    "Files: *\nCopyright: a\nLicense: Expat\n long text\n\n"
                    "Files: a\n b/*\nCopyright: b\nLicense: GPL-2+\n\n"
                    "Files: c\nCopyright: c\nLicense: own-words\n\n"
                    "License: BSD-2-clause\n of nobody\n"),
            {"licenses": [{"license": {"id": "MIT"}}, {"license": {"id": "GPL-2.0-or-later"}},
                          {"license": {"name": "own-words"}}]})

    def test_others_say_nothing(self):
        self.assertEqual(self.of("This is free.\n\nFiles: *\nLicense: Expat\n"), {})
        self.assertEqual(sbom.licences(sbom.licences_of_package("none")), {})


class RealPrograms(unittest.TestCase):
    def test_every_library_belongs_to_a_package_of_the_table(self):
        """Those of `make test`, else those of `make build`."""
        folder = next((each for each in (ROOT / ".build/debug", ROOT / "bin")
                       if (each / "compass-web").exists()), None)
        self.assertIsNotNone(folder, "There are no programs. Run: make build")
        programs = [each for each in folder.glob("compass*")
                    if each.is_file() and os.access(each, os.X_OK) and not each.suffix]
        self.assertGreater(len(programs), 10)
        rows = (ROOT / "deploy/packages.tsv").read_text().splitlines()
        packages = [row.split("\t")[0] for row in rows if row.split("\t")[1:2] == ["run"]]
        wanted = {library for each in programs for library in sbom.needed(each)
                  if not re.match(r"lib(swift|_?Foundation|dispatch|BlocksRuntime)", library)}
        self.assertLess({"libexpat.so.1", "libcurl.so.4", "libzip.so.4"}, wanted)
        owners = sbom.Debian(", ".join(packages)).owners(wanted)
        self.assertEqual(wanted - set(owners), set())


if __name__ == "__main__":
    unittest.main()
