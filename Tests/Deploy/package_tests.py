"""`deploy/package.sh` with stand-in programs: what is in the package, that it is the same twice,
that lintian finds nothing, and what its scripts decide. dpkg runs them in their order in a folder
that stands for the root; what would change the machine (users, units) is only recorded."""

import fnmatch
import gzip
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
#: How many seconds a command may take, also on a busy machine.
PATIENCE = 600
HELPERS = ("compass", "compass-pdf", "compass-archive", "compass-backup", "compass-sheet")
EPOCH = "1790000000"
HOME = "var/lib/recruiting-compass"
COPIES = "var/backups/recruiting-compass"
#: What the scripts call that would change the machine. Each call is recorded.
RECORDED = ("adduser", "chown", "deb-systemd-helper", "deb-systemd-invoke", "systemctl")


def table():
    """(name, program, database, network, purpose) of every service."""
    rows = (ROOT / "deploy" / "services.tsv").read_text().splitlines()
    return [row.split("\t") for row in rows if row.strip() and not row.startswith("#")]


def real_programs():
    """The folder of programs that were built: those of `make test`, else those of `make build`."""
    for folder in (ROOT / ".build" / "debug", ROOT / "bin"):
        if (folder / "compass").exists() and (folder / "compass-web").exists():
            return folder
    raise AssertionError("There are no programs. Run: make build")


def run(*words, **variables):
    return subprocess.run(
        [str(word) for word in words], cwd=ROOT, env={**os.environ, **variables},
        capture_output=True, text=True, timeout=PATIENCE)


class Packages(unittest.TestCase):
    """Packages of versions 1.0.0, with schema 3, 1.0.1, also with 3, and 1.1.0, with schema 4."""

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="compass-package-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.real = real_programs()
        cls.packages = {version: cls.built(version, schema) for version, schema in (
            ("1.0.0", 3), ("1.0.1", 3), ("1.1.0", 4))}
        cls.package = cls.packages["1.1.0"]

    @classmethod
    def built(cls, version, schema, folder=""):
        """The package of stand-in programs that lie in a folder of their own."""
        programs = cls.folder / f"bin-{version}{folder}"
        programs.mkdir()
        subprocess.run(
            ["gcc", "-Wall", "-Werror", f'-DVERSION="{version}"', f"-DSCHEMA={schema}",
             f'-DREAL="{cls.real}"', "-fstack-protector-strong", "-o", programs / "compass",
             ROOT / "Tests/Deploy/fake_program.c"], check=True)
        for name in (*HELPERS[1:], *(row[1] for row in table())):
            shutil.copy(programs / "compass", programs / name)
        packages = cls.folder / f"packages{folder}"
        done = run("bash", "deploy/package.sh", COMPASS_BIN=str(programs),
                   PACKAGES=str(packages), SOURCE_DATE_EPOCH=EPOCH)
        assert done.returncode == 0, done.stderr
        architecture = run("dpkg", "--print-architecture").stdout.strip()
        return packages / f"recruiting-compass_{version}_{architecture}.deb"


class Content(Packages):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.root = cls.folder / "unpacked"
        subprocess.run(["dpkg-deb", "-R", cls.package, cls.root], check=True)

    def test_the_same_programs_give_the_same_bytes(self):
        again = self.built("1.1.0", 4, folder="-again")
        for end in (".deb", ".cdx.json"):
            self.assertEqual(again.with_suffix(end).read_bytes(),
                             self.package.with_suffix(end).read_bytes())

    def test_the_bill_of_materials_is_of_this_package(self):
        inside = self.root / "usr/share/doc/recruiting-compass/sbom.cdx.json"
        self.assertEqual(inside.read_bytes(), self.package.with_suffix(".cdx.json").read_bytes())
        bill = json.loads(inside.read_text())
        self.assertEqual(bill["metadata"]["component"]["version"], "1.1.0")
        self.assertEqual(bill["metadata"]["timestamp"], "2026-09-21T14:13:20Z")
        sums = {each["name"]: each["hashes"][0]["content"] for each in bill["components"]
                if each["type"] == "application"}
        self.assertEqual(sums, {
            each.name: hashlib.sha256(each.read_bytes()).hexdigest()
            for each in (self.root / "usr/lib/recruiting-compass").iterdir()})

    def test_libraries_are_wanted_in_the_versions_of_the_table(self):
        depends = run("dpkg-deb", "-f", self.package, "Depends").stdout.strip().split(", ")
        wanted = run("bash", "deploy/packages.sh", "depends").stdout.strip().split(", ")
        self.assertGreater(len(wanted), 5)
        for relation in wanted:
            of_package = [each for each in depends if each.split()[0] == relation.split()[0]]
            self.assertEqual(of_package, [relation])

    def test_lintian_finds_nothing(self):
        done = run("lintian", "--no-cfg", "--allow-root", "--fail-on", "error,warning",
                   self.package)
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)

    def test_lintian_finds_what_is_wrong(self):
        broken = self.folder / "broken"
        shutil.copytree(self.root, broken, symlinks=True)
        shutil.rmtree(broken / "usr/share/doc")
        file = self.folder / "broken.deb"
        run("dpkg-deb", "--root-owner-group", "-b", broken, file)
        done = run("lintian", "--no-cfg", "--allow-root", "--fail-on", "error,warning", file)
        self.assertIn("no-copyright-file", done.stdout)
        self.assertNotEqual(done.returncode, 0)

    def test_every_override_has_a_reason(self):
        text = (ROOT / "deploy/debian/lintian-overrides").read_text()
        for line, above in zip(text.splitlines()[1:], text.splitlines()):
            if not line.startswith("#"):
                self.assertTrue(above.startswith("# "), line)

    def test_everything_belongs_to_root(self):
        listing = run("dpkg-deb", "-c", self.package).stdout
        self.assertEqual(set(re.findall(r"^\S+ (\S+)", listing, re.MULTILINE)), {"root/root"})
        self.assertEqual(set(re.findall(r" (\d{4}-\d\d-\d\d) ", listing)), {"2026-09-21"})

    def test_what_is_there(self):
        library = self.root / "usr/lib/recruiting-compass"
        names = {*HELPERS, *(row[1] for row in table())}
        self.assertEqual({each.name for each in library.iterdir()}, names)
        for path in ("usr/bin/compass", "usr/bin/compass-admin", "usr/sbin/compass-system",
                     "lib/systemd/system/compass.target", "usr/share/recruiting-compass/nginx.conf",
                     "lib/systemd/system/compass-backup.timer",
                     "usr/share/recruiting-compass/deploy/catalogue/schools_us_athletics.csv",
                     "usr/share/doc/recruiting-compass/examples/nginx.conf",
                     "usr/share/doc/recruiting-compass/hosting.md",
                     "usr/share/recruiting-compass/docs/security.md"):
            self.assertTrue((self.root / path).exists(), path)
        for path, shell in (("bash-completion/completions/compass", "bash"),
                            ("zsh/vendor-completions/_compass", "zsh"),
                            ("fish/vendor_completions.d/compass.fish", "fish")):
            self.assertEqual((self.root / "usr/share" / path).read_text(),
                             run(self.real / "compass", "completion", shell).stdout)

    def test_the_library_of_libraries_is_debian_s(self):
        control = (self.root / "DEBIAN/control").read_text()
        self.assertRegex(control, r"(?m)^Depends: .*\blibc6 \(>= [\d.]+\)")
        self.assertNotRegex(control, "@[A-Z]+@")

    def test_every_library_of_swift_has_its_licence(self):
        text = (ROOT / "deploy/debian/copyright").read_text()
        patterns = re.findall(r"usr/lib/recruiting-compass/(\S+)", text)
        for program in ("compass-web", "compass-coaches"):
            linked = run("ldd", self.real / program).stdout
            libraries = re.findall(r"=> \S*/swift/linux/(\S+)", linked)
            self.assertGreater(len(libraries), 5)
            for library in libraries:
                self.assertTrue(
                    any(fnmatch.fnmatch(library, each) for each in patterns), library)

    def test_the_manual_names_everything(self):
        pages = {each.name[:-3]: gzip.decompress(each.read_bytes()).decode()
                 for each in (self.root / "usr/share/man").glob("man*/*.gz")}
        self.assertEqual(set(pages), {
            "compass.1", "compass-admin.8", "compass-services.8", "compass-system.8"})
        for name, text in pages.items():
            page = self.folder / name
            page.write_text(text)
            done = run("mandoc", "-Tlint", "-Wwarning", page)
            self.assertEqual((done.returncode, done.stdout), (0, ""), name)
        tree = json.loads(run(self.real / "compass", "help", "--json").stdout)
        for command in tree["commands"]:
            page = "compass-admin.8" if command["name"].startswith("admin ") else "compass.1"
            self.assertIn(command["summary"].replace("-", "\\-").replace("'", "\\(aq"),
                          pages[page], command["name"])
        for row in table():
            self.assertIn(f"\\fB{row[1]}".replace("-", "\\-"), pages["compass-services.8"])

    def test_compass_system_explains_itself(self):
        script = self.root / "usr/sbin/compass-system"
        self.assertIn("\n  up ", run(script, "--help").stdout)
        wrong = run(script, "sideways")
        self.assertEqual((wrong.returncode, wrong.stdout), (2, ""))
        self.assertIn("USAGE", wrong.stderr)
        self.assertIn('"X=1" is not understood', run(script, "up", "X=1").stderr)


class Scripts(Packages):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        state = self.root / "var/lib/dpkg"
        for name in ("info", "updates", "triggers"):
            (state / name).mkdir(parents=True)
        (state / "status").touch()
        self.calls = self.root / "calls"
        commands = self.root / "commands"
        commands.mkdir()
        for name in RECORDED:
            self.command(name, f'echo "{name} $*" >>"{self.calls}"')
        self.command("getent", "exit 2")
        self.command("runuser", 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"')
        # The answers of debconf lie in this root, not on the machine.
        (self.root / "etc").mkdir()
        (self.root / "etc/debconf.conf").write_text(
            "Config: config\nTemplates: templates\n" + "".join(
                f"\nName: {part}\nDriver: File\nFilename: /{part}.dat\n"
                for part in ("config", "templates")))
        self.variables = {
            "PATH": f"{commands}:/usr/sbin:/usr/bin:/sbin:/bin",
            "DEBIAN_FRONTEND": "noninteractive"}

    def command(self, name, text):
        file = self.root / "commands" / name
        file.write_text(f"#!/bin/sh\n{text}\n")
        file.chmod(0o755)

    def dpkg_words(self, *words):
        return ["dpkg", f"--root={self.root}", "--force-not-root", "--force-script-chrootless",
                "--force-depends", "--log=/dev/null", *words]

    def dpkg(self, *words, **variables):
        """What dpkg says, and the calls that its scripts made."""
        self.calls.write_text("")
        done = run(*self.dpkg_words(*words), **{**self.variables, **variables})
        self.recorded = self.calls.read_text().splitlines()
        return done

    def install(self, version, **variables):
        return self.dpkg("-i", self.packages[version], **variables)

    def boot(self):
        """The root has systemd from now on."""
        (self.root / "run/systemd/system").mkdir(parents=True)

    def databases(self, schema):
        """Writes the databases of a system that ran."""
        for folder in ("data", "run"):
            (self.root / HOME / folder).mkdir(exist_ok=True)
        (self.root / HOME / "run/web.address").write_text("http://127.0.0.1:8080/\n")
        for row in table():
            if row[2] == "yes":
                header = bytearray(b"SQLite format 3\0".ljust(100, b"\0"))
                header[63] = schema
                (self.root / HOME / f"data/{row[0]}.sqlite").write_bytes(header)

    def version(self):
        found = run("dpkg-query", f"--admindir={self.root}/var/lib/dpkg", "-W", "-f",
                    "${Version} ${Status}", "recruiting-compass")
        return found.stdout

    def copies(self):
        return sorted(each.name for each in (self.root / COPIES).glob("*"))

    def test_an_installation_starts_everything(self):
        self.boot()
        done = self.install("1.0.0")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(any(call.startswith("adduser") and call.endswith(" compass")
                            for call in self.recorded))
        for unit in ("compass.target", "compass-backup.timer"):
            self.assertIn(f"deb-systemd-invoke start {unit}", self.recorded)
        self.assertEqual((self.root / HOME).stat().st_mode & 0o777, 0o700)

    def test_an_installation_says_what_does_not_run(self):
        self.boot()
        self.command("systemctl", 'case "$*" in *is-active*coaches*) exit 3 ;; esac')
        done = self.install("1.0.0")
        self.assertIn("These do not run: compass-coaches.service.", done.stdout + done.stderr)

    def test_without_systemd_nothing_is_started(self):
        done = self.install("1.0.0")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Start it: compass-system up", done.stdout + done.stderr)
        self.assertFalse([call for call in self.recorded if "invoke" in call])

    def test_an_upgrade_copies_and_says_what_it_migrates(self):
        self.boot()
        self.install("1.0.0")
        self.databases(3)
        done = self.install("1.1.0")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"coaches +has schema 3, in 1\.1\.0 schema 4")
        copy, = self.copies()
        self.assertRegex(copy, r"^1\.0\.0-before-1\.1\.0-\d{8}T\d{6}Z\.tar$")
        self.assertIn(f"/{COPIES}/{copy}", done.stdout)
        # The programs that wrote the databases made it.
        self.assertEqual((self.root / COPIES / copy).read_text(), "1.0.0")
        stops = [call for call in self.recorded if call.startswith("deb-systemd-invoke stop")]
        for row in table():
            self.assertIn(f"compass-{row[0]}.service", stops[0])
        self.assertIn("1.1.0 runs. Pages: http://127.0.0.1:8080/", done.stdout + done.stderr)

    def test_an_upgrade_that_migrates_nothing_copies_nothing(self):
        self.boot()
        self.install("1.0.0")
        self.databases(3)
        done = self.install("1.0.1")
        self.assertEqual((done.returncode, self.copies()), (0, []))
        self.assertNotIn("migrates", done.stdout)
        self.assertEqual(self.install("1.0.0").returncode, 0, "back to the same schemas")
        self.assertEqual(self.version(), "1.0.0 install ok installed")

    def test_an_upgrade_without_a_copy_is_refused(self):
        self.boot()
        self.install("1.0.0")
        self.databases(3)
        done = self.install("1.1.0", COMPASS_FAKE_FAILS="1")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("1.0.0 is not upgraded: nothing could be copied before.", done.stderr)
        self.assertEqual(self.version(), "1.0.0 install ok installed")
        self.assertIn("deb-systemd-invoke start compass.target", self.recorded)

    def test_a_downgrade_is_refused_with_the_way_back(self):
        self.boot()
        self.install("1.0.0")
        self.databases(3)
        self.install("1.1.0")
        self.databases(4)
        done = self.install("1.0.0")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("1.0.0 cannot read databases that 1.1.0 has written:", done.stderr)
        self.assertRegex(done.stderr, r"coaches +has schema 4, in 1\.0\.0 schema 3")
        copy, = self.copies()
        self.assertRegex(done.stderr, rf"compass backup restore \S*/{COPIES}/{copy}\n")
        self.assertEqual(self.version(), "1.1.0 install ok installed")
        self.assertIn("deb-systemd-invoke start compass.target", self.recorded)
        # What `restore` does.
        self.databases(3)
        self.assertEqual(self.install("1.0.0").returncode, 0)
        self.assertEqual(self.version(), "1.0.0 install ok installed")

    def test_data_of_a_newer_version_that_was_removed_are_refused_too(self):
        self.boot()
        self.install("1.1.0")
        self.databases(4)
        self.dpkg("--purge", "recruiting-compass")
        done = self.install("1.0.0")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("1.0.0 cannot read databases that a newer version has written", done.stderr)
        self.assertIn("There is no such copy", done.stderr)

    def test_data_of_an_older_version_that_was_removed_are_migrated(self):
        self.boot()
        self.install("1.0.0")
        self.databases(3)
        self.dpkg("--remove", "recruiting-compass")
        done = self.install("1.1.0")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("no copy was made of everything", done.stdout)

    def purge(self, answer):
        """Purges with a terminal on which somebody types the answer; returns what it shows."""
        self.boot()
        self.install("1.0.0")
        self.databases(3)
        command = " ".join(self.dpkg_words("--purge", "recruiting-compass"))
        done = subprocess.run(
            ["script", "-qec", command, "/dev/null"], input=f"{answer}\n", text=True, cwd=ROOT,
            env={**os.environ, **self.variables, "DEBIAN_FRONTEND": "teletype"},
            capture_output=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("Remove all data of Recruiting Compass?", done.stdout)
        return done.stdout

    def test_a_purge_asks_and_removes_the_data(self):
        (self.root / COPIES).mkdir(parents=True)
        self.assertIn("The data of Recruiting Compass were removed.", self.purge("yes"))
        for path in (HOME, COPIES):
            self.assertFalse((self.root / path).exists(), path)

    def test_a_purge_asks_and_keeps_the_data(self):
        self.assertIn(f"stay in /{HOME}", self.purge("no"))
        self.assertTrue((self.root / HOME / "data/coaches.sqlite").exists())

    def test_a_purge_without_a_terminal_keeps_the_data(self):
        self.boot()
        self.install("1.0.0")
        self.databases(3)
        done = self.dpkg("--purge", "recruiting-compass")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"stay in /{HOME} and /{COPIES}.", done.stderr)
        self.assertTrue((self.root / HOME / "data/coaches.sqlite").exists())
        self.assertIn("deb-systemd-helper purge compass.target compass-backup.timer", self.recorded)


if __name__ == "__main__":
    unittest.main()
