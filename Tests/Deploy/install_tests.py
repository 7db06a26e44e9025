"""`make install` of stand-in programs into a folder: what is there, whether systemd understands the
units, and how much it exposes of the machine to them."""

import os
import pathlib
import re
import shutil
import stat
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
#: How many seconds a command may take, also on a busy machine.
PATIENCE = 600
#: The most that `systemd-analyze security` may find, of 10.
EXPOSURE_MAX = 2.5
HELPERS = ("compass", "compass-pdf", "compass-archive", "compass-backup", "compass-sheet")


def table():
    """(name, program, database, network, purpose) of every service."""
    rows = (ROOT / "deploy" / "services.tsv").read_text().splitlines()
    return [row.split("\t") for row in rows if row.strip() and not row.startswith("#")]


def run(*words, **variables):
    return subprocess.run(
        words, cwd=ROOT, env={**os.environ, **variables}, capture_output=True, text=True,
        timeout=PATIENCE)


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not shutil.which("systemd-analyze"):
            raise AssertionError("systemd is missing: sudo apt-get install systemd")
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="compass-install-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        programs = cls.folder / "bin"
        programs.mkdir()
        stand_in = programs / "compass"
        subprocess.run(
            ["gcc", "-Wall", "-Werror", "-o", stand_in, ROOT / "Tests/Deploy/fake_service.c"],
            check=True)
        for name in (*HELPERS[1:], *(row[1] for row in table())):
            shutil.copy(stand_in, programs / name)
        cls.variables = {"COMPASS_BIN": str(programs), "DESTDIR": str(cls.folder / "root")}
        cls.root = cls.folder / "root"
        done = run("make", "install", **cls.variables)
        assert done.returncode == 0, done.stderr
        cls.said = done.stderr
        cls.units = cls.root / "etc/systemd/system"
        # What the units are ordered by.
        shutil.copytree("/lib/systemd/system", cls.root / "lib/systemd/system", symlinks=True)

    def unit(self, name):
        return (self.units / name).read_text()

    def test_compass_system_knows_where_things_are(self):
        script = self.root / "usr/local/sbin/compass-system"
        text = script.read_text()
        self.assertTrue(script.stat().st_mode & stat.S_IXUSR)
        self.assertNotRegex(text, "@[A-Z]+@")
        self.assertIn("COMPASS_BIN=/usr/local/lib/recruiting-compass", text)
        self.assertIn(" /usr/local/share/recruiting-compass/deploy/system.sh ", text)
        for name in ("system.sh", "common.sh", "supervise-plain.sh", "supervise-s6.sh",
                     "packages.sh", "packages.tsv"):
            self.assertTrue(
                (self.root / "usr/local/share/recruiting-compass/deploy" / name).exists(), name)

    def test_everything_is_there(self):
        folder = self.root / "usr/local/lib/recruiting-compass"
        for name in (*HELPERS, *(row[1] for row in table())):
            self.assertEqual(stat.S_IMODE((folder / name).stat().st_mode), 0o755, name)
        command = self.root / "usr/local/bin/compass"
        self.assertEqual(command.resolve(), folder / "compass")
        share = self.root / "usr/local/share/recruiting-compass"
        for name in ("deploy/catalogue/schools_us_athletics.csv", "deploy/catalogue/README.md",
                     "deploy/services.tsv", "nginx.conf", "docs/operating.md",
                     "observability/grafana.json", "observability/alerts.yml"):
            self.assertEqual(stat.S_IMODE((share / name).stat().st_mode), 0o644, name)
        self.assertIn("enable --now compass.target", self.said)
        self.assertEqual(
            {each.name for each in self.units.iterdir()},
            {f"compass-{row[0]}.service" for row in table()}
            | {"compass.target", "compass-backup.service", "compass-backup.timer"})
        for each in self.units.iterdir():
            self.assertNotRegex(each.read_text(), r"@[A-Z]+@", each.name)

    def test_systemd_finds_nothing_wrong(self):
        names = sorted(each.name for each in self.units.iterdir())
        done = run("systemd-analyze", f"--root={self.root}", "verify", *names)
        self.assertEqual((done.returncode, done.stderr, done.stdout), (0, "", ""))

    def test_systemd_finds_what_is_wrong(self):
        broken = self.units / "compass-broken.service"
        broken.write_text("[Service]\nExecStart=/nowhere\nProtectSystem=perhaps\n")
        self.addCleanup(broken.unlink)
        done = run("systemd-analyze", f"--root={self.root}", "verify", broken.name)
        self.assertNotEqual((done.returncode, done.stderr), (0, ""))

    def test_little_of_the_machine_is_exposed(self):
        names = [each.name for each in self.units.glob("*.service")]
        self.assertEqual(len(names), len(table()) + 1)
        for name in names:
            done = run(
                "systemd-analyze", "security", "--offline=true", f"--root={self.root}", name)
            found = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
            self.assertLessEqual(float(found[1]), EXPOSURE_MAX, name)

    def test_libzmq_may_set_the_scheduling_of_its_threads(self):
        for row in table():
            filters = [line for line in self.unit(f"compass-{row[0]}.service").splitlines()
                       if line.startswith("SystemCallFilter=")]
            # The last one that names a call decides, and @resources has this call.
            self.assertEqual(filters[-1], "SystemCallFilter=sched_setscheduler", row[0])

    def test_the_start_of_the_broker_warns_of_old_libraries(self):
        script = "/usr/local/share/recruiting-compass/deploy/packages.sh"
        for row in table():
            starts = f"\nExecStartPre=-{script} warn\n" in self.unit(f"compass-{row[0]}.service")
            self.assertEqual(starts, row[0] == "broker", row[0])
        done = run("env", "-i", "PATH=/usr/bin:/bin", f"{self.root}{script}", "versions")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("  libexpat1 ", done.stdout)

    def test_no_program_takes_the_memory_of_the_others(self):
        for row in table():
            text = self.unit(f"compass-{row[0]}.service")
            limit = re.search(r"^MemoryMax=(\d+)%$", text, re.MULTILINE)
            self.assertTrue(limit and 0 < int(limit[1]) <= 50, row[0])
            # A helper that is ended takes no service along; a service that is ended starts again.
            self.assertIn("\nOOMPolicy=continue\n", text)
            self.assertIn("\nRestart=always\n", text)

    def test_only_those_that_need_it_reach_the_network(self):
        for name, _, _, network, _ in table():
            isolated = "PrivateNetwork=yes" in self.unit(f"compass-{name}.service")
            self.assertEqual(isolated, network == "no", name)

    def test_the_target_starts_all_and_stops_the_broker_last(self):
        target = self.unit("compass.target")
        self.assertIn("WantedBy=multi-user.target", target)
        wanted = re.search("^Wants=(.*)$", target, re.MULTILINE)[1].split()
        self.assertEqual(wanted, [f"compass-{row[0]}.service" for row in table()])
        for row in table():
            unit = self.unit(f"compass-{row[0]}.service")
            self.assertIn("PartOf=compass.target", unit)
            self.assertIn("Type=notify", unit)
            self.assertIn("Restart=always", unit)
            self.assertEqual(
                "After=compass-broker.service" in unit, row[0] != "broker", row[0])

    def test_a_package_gets_its_units_elsewhere(self):
        root = self.folder / "package"
        done = run("make", "install", **{
            **self.variables, "DESTDIR": str(root), "PREFIX": "/usr"})
        self.assertEqual(done.returncode, 0, done.stderr)
        unit = (root / "lib/systemd/system/compass-broker.service").read_text()
        self.assertIn("ExecStart=/usr/lib/recruiting-compass/compass-broker\n", unit)
        self.assertFalse((root / "etc").exists())

    def test_what_is_missing_is_named(self):
        empty = self.folder / "empty"
        empty.mkdir()
        done = run("make", "install", **{
            **self.variables, "COMPASS_BIN": str(empty), "DESTDIR": str(self.folder / "none")})
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(f"{empty}/compass is not there. Run: make build", done.stderr)
        relative = run("make", "install", **{**self.variables, "PREFIX": "usr"})
        self.assertIn("PREFIX is an absolute path", relative.stderr)
        self.assertNotEqual(relative.returncode, 0)


if __name__ == "__main__":
    unittest.main()
