"""Versions of Debian's libraries: what counts as older, what `make doctor`, a start and a build say
of it. dpkg and apt are stand-ins, except that dpkg compares the versions."""

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
#: What `packages.sh warn` runs besides dpkg.
TOOLS = ("bash", "dirname", "grep", "cut", "tr", "sed")


def minimums():
    """The least version of each library of the table, by the name of its package."""
    rows = (line.split("\t") for line in (
        ROOT / "deploy/packages.tsv").read_text().splitlines() if not line.startswith("#"))
    found = {}
    for row in rows:
        for package, version in re.findall(r"(\S+) \(>= (\S+)\)", row[4]):
            found[package] = version
    return found


class Libraries(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="compass-libraries-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.commands = self.folder / "commands"
        self.commands.mkdir()
        self.path = f"{self.commands}:{os.environ['PATH']}"
        self.calls = self.folder / "calls"
        self.minimums = minimums()
        self.machine()
        # As with dpkg-query itself: it prints what it knows, and fails if a package is unknown.
        self.command("dpkg-query", f'cat "{self.folder}/installed"; exit 1')
        self.command("sudo", '[ "$1" != -n ] || shift\nexec "$@"')
        self.command("apt-get", f'echo "$*" >>"{self.calls}"')
        self.archive()

    def command(self, name, text):
        file = self.commands / name
        file.write_text(f"#!/bin/sh\n{text}\n")
        file.chmod(0o755)

    def machine(self, state="installed", **versions):
        """The machine has the least version of all libraries but these (with _ for -)."""
        given = {name.replace("_", "-"): version for name, version in versions.items()}
        self.installed = {**self.minimums, **given}
        (self.folder / "installed").write_text("".join(
            f"{name} {version} {state if name in given else 'installed'}\n"
            for name, version in self.installed.items()))

    def archive(self, **versions):
        """The package lists have these versions, and of all others those of the machine."""
        has = {**self.installed, **{
            name.replace("_", "-"): version for name, version in versions.items()}}
        (self.folder / "policy").write_text("".join(
            f"{name}:\n  Installed: {self.installed[name]}\n  Candidate: {version}\n"
            f"  Version table:\n     {version} 500\n" for name, version in has.items()))
        self.command("apt-cache", f'cat "{self.folder}/policy"')

    def packages(self, *words, **variables):
        return subprocess.run(
            ["bash", ROOT / "deploy/packages.sh", *words], capture_output=True, text=True,
            timeout=PATIENCE, env={
                **os.environ, "PATH": self.path, **variables})

    def older(self):
        """The libraries that `versions` marks."""
        done = self.packages("versions")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(len(done.stdout.splitlines()), len(self.minimums))
        return re.findall(r"^  (\S+) .*, OLDER$", done.stdout, re.MULTILINE)

    def apt_calls(self):
        return self.calls.read_text().splitlines() if self.calls.exists() else []


class Versions(Libraries):
    def test_what_the_table_wants(self):
        self.assertLess({"libexpat1", "libzmq5", "libgnutls30", "libcurl4", "libzip4"},
                        set(self.minimums))

    def test_at_below_and_above_the_minimum(self):
        self.assertEqual(self.older(), [])
        for end, wanted in (("~", list(self.minimums)), ("+b1", [])):
            self.machine(**{name: least + end for name, least in self.minimums.items()})
            self.assertEqual(self.older(), wanted)

    def test_versions_are_compared_as_dpkg_does(self):
        for version, is_older in (
                ("2.5.0-1", True), ("2.5.0-1+deb12u4", True), ("2.5.0-1+deb12u5", False),
                ("2.5.0-1+deb12u10", False), ("2.10.0-1", False), ("2.5.0~rc1-1", True),
                ("1:2.2.0-1", False)):
            self.minimums["libexpat1"] = "2.5.0-1+deb12u5"
            self.machine(libexpat1=version)
            self.assertEqual(self.older(), ["libexpat1"] if is_older else [], version)
        self.machine(zlib1g="9.0")
        self.assertEqual(self.older(), ["zlib1g"], "the minimum has an epoch")

    def test_a_library_that_is_not_installed_is_not_compared(self):
        self.machine(state="config-files", libexpat1="1.0")
        done = self.packages("versions")
        self.assertNotIn("libexpat1", done.stdout)
        self.assertEqual(self.packages("warn").stderr, "")

    def test_depends_are_the_relations_of_the_table(self):
        self.assertEqual(
            self.packages("depends").stdout,
            ", ".join(f"{name} (>= {least})" for name, least in self.minimums.items()) + "\n")

    def test_the_documentation_says_the_same_with_a_reason(self):
        text = (ROOT / "docs/operating.md").read_text()
        section = text.split("\n## Libraries and their versions\n")[1].split("\n## ")[0]
        rows = re.findall(r"^\| `(\S+)` \| `(\S+)` \| (.+) \|$", section, re.MULTILINE)
        self.assertEqual({name: least for name, least, _ in rows}, self.minimums)


class Warnings(Libraries):
    UPGRADE = "sudo apt-get update && sudo apt-get install -y --only-upgrade"

    def test_nothing_is_said_if_all_are_new_enough(self):
        done = self.packages("warn")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_the_words(self):
        self.machine(libexpat1="2.5.0-1", zlib1g="1:1.2.11")
        done = self.packages("warn")
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertEqual(done.stderr, (
            f"WARNING: zlib1g 1:1.2.11 is older than {self.minimums['zlib1g']}. It should be at"
            " least that.\n"
            f"WARNING: libexpat1 2.5.0-1 is older than {self.minimums['libexpat1']}. It should be"
            " at least that.\n"
            f"Upgrade, and start everything again: {self.UPGRADE} zlib1g libexpat1\n"))

    def test_a_machine_without_dpkg_is_not_asked(self):
        bare = self.folder / "bare"
        bare.mkdir()
        for tool in TOOLS:
            (bare / tool).symlink_to(shutil.which(tool))
        done = self.packages("warn", PATH=str(bare))
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_a_warning_asks_only_dpkg(self):
        self.machine(libexpat1="2.5.0-1")
        for name in ("apt-cache", "apt-get", "sudo"):
            self.command(name, f'echo "{name} $*" >>"{self.calls}"')
        self.packages("warn")
        self.assertEqual(self.apt_calls(), [])

    def test_doctor_shows_the_versions_and_what_to_do(self):
        self.machine(libexpat1="2.5.0-1")
        self.archive()
        done = subprocess.run(
            ["bash", ROOT / "deploy/doctor.sh"], capture_output=True, text=True,
            timeout=PATIENCE, env={**os.environ, "PATH": self.path})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"\n  libexpat1 +2\.5\.0-1 +at least \S+, OLDER\n")
        self.assertRegex(done.stdout, r"\n  libzmq5 +(\S+) +at least \1\n")
        self.assertIn(f"{self.UPGRADE} libexpat1\n", done.stdout)
        self.assertIn("The package lists of this machine have nothing newer of: libexpat1.",
                      done.stdout)
        self.assertEqual(self.apt_calls(), [], "doctor changes nothing")

    def test_a_start_warns_and_starts(self):
        programs = self.folder / "bin"
        programs.mkdir()
        first = programs / "first"
        subprocess.run(
            ["gcc", "-Wall", "-Werror", "-o", first, ROOT / "Tests/Deploy/fake_service.c"],
            check=True)
        rows = (ROOT / "deploy/services.tsv").read_text().splitlines()
        for row in rows:
            if row.strip() and not row.startswith("#"):
                shutil.copy(first, programs / row.split("\t")[1])
        for version, warned in (("2.5.0-1", True), (self.minimums["libexpat1"], False)):
            self.machine(libexpat1=version)
            said = {}
            for word in ("up", "down"):
                done = subprocess.run(
                    ["bash", ROOT / "deploy/system.sh", word], capture_output=True, text=True,
                    timeout=PATIENCE, env={
                        **os.environ, "PATH": self.path, "COMPASS_HOME": str(self.folder / "home"),
                        "COMPASS_BIN": str(programs), "COMPASS_SUPERVISOR": "plain"})
                self.assertEqual(done.returncode, 0, done.stderr)
                said[word] = done.stderr
            self.assertEqual("WARNING: libexpat1 2.5.0-1 is older" in said["up"], warned, said)
            self.assertIn("Ready: ", said["up"])
            self.assertNotIn("libexpat1", said["down"])


class Builds(Libraries):
    def install(self):
        done = self.packages("install", "run")
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        self.assertEqual(self.apt_calls(), [])
        return done.stderr

    def test_nothing_is_said_if_all_are_new_enough(self):
        self.assertEqual(self.install(), "")

    def test_what_is_older_is_said_and_stops_nothing(self):
        self.machine(libexpat1="2.5.0-1", libzmq5="4.2")
        self.archive(libexpat1=self.minimums["libexpat1"])
        said = self.install()
        self.assertIn("WARNING: libexpat1 2.5.0-1 is older than", said)
        self.assertIn("WARNING: libzmq5 4.2 is older than", said)
        self.assertIn(f"{Warnings.UPGRADE} libzmq5 libexpat1\n", said)
        self.assertTrue(said.endswith(
            "The package lists of this machine have nothing newer of: libzmq5. That stops"
            " nothing; look again after `apt-get update`.\n"), said)


if __name__ == "__main__":
    unittest.main()
