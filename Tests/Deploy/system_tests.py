"""`make up|down|restart|status|logs` on stand-in programs: readiness, restart after a crash, and
that nothing outlives its keeper, under s6 and without it."""

import os
import shutil
import signal
import stat
import subprocess
import tempfile
import time
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SYSTEM = os.path.join(ROOT, "deploy", "system.sh")
WAIT_SECONDS = 60
# How many seconds a call may take, also on a busy machine.
PATIENCE = 600
# Their names fill more than a pipe of 64 KiB.
SERVICES_MANY = 10_000


def quoted(text):
    """`text` as one word of a POSIX shell script."""
    return "'" + text.replace("'", "'\\''") + "'"


def table():
    """(name, program) of every service."""
    with open(os.path.join(ROOT, "deploy", "services.tsv"), encoding="utf-8") as file:
        rows = [line.split("\t") for line in file if line.strip() and not line.startswith("#")]
    return [(row[0], row[1]) for row in rows]


def below(folder):
    """Processes that work in `folder` or below it, as {pid: (program, working folder)}."""
    found = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            at = os.readlink(f"/proc/{pid}/cwd").removesuffix(" (deleted)")
            if at == folder or at.startswith(folder + "/"):
                found[int(pid)] = (os.path.basename(os.readlink(f"/proc/{pid}/exe")), at)
        except OSError:
            pass
    return found


class SystemCase(unittest.TestCase):
    supervisor = "s6"

    @classmethod
    def setUpClass(cls):
        if not shutil.which("s6-svscan"):
            raise AssertionError("s6 is missing: sudo apt-get install s6")
        # Blanks and a quote in the name: nothing may trip over them.
        cls.folder = os.path.realpath(tempfile.mkdtemp(prefix="compass it's "))
        cls.programs = os.path.join(cls.folder, "bin")
        os.mkdir(cls.programs)
        fake = os.path.join(cls.folder, "fake")
        source = os.path.join(ROOT, "Tests", "Deploy", "fake_service.c")
        subprocess.run(["gcc", "-Wall", "-Werror", "-o", fake, source], check=True)
        for _, program in table():
            shutil.copy(fake, os.path.join(cls.programs, program))

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def setUp(self):
        self.homes = []
        self.home = self.new_home()

    def tearDown(self):
        for home in self.homes:
            self.run_system("down", home=home)
            self.assertEqual(below(home), {}, "something outlived `down`")

    def new_home(self):
        home = os.path.join(self.folder, f"home {self.id()} {len(self.homes)}")
        self.homes.append(home)
        return home

    def run_system(self, word, home=None, **variables):
        environment = {
            **os.environ,
            "COMPASS_HOME": home or self.home,
            "COMPASS_BIN": self.programs,
            "COMPASS_SUPERVISOR": self.supervisor,
            **variables,
        }
        return subprocess.run(
            ["bash", SYSTEM, word], env=environment, capture_output=True, text=True,
            timeout=PATIENCE)

    def up(self, **variables):
        result = self.run_system("up", **variables)
        self.assertEqual(result.returncode, 0, result.stderr)

    def pid(self, name, home=None):
        """The pid of a service that is ready, else None."""
        for line in self.run_system("status", home=home).stdout.splitlines():
            words = line.split()
            if words[0] == name and words[1] == "ready":
                return int(words[2])
        return None

    def eventually(self, condition, what):
        deadline = time.monotonic() + WAIT_SECONDS
        while not condition():
            self.assertLess(time.monotonic(), deadline, what)
            time.sleep(0.05)

    def services(self, home=None):
        """Pids of programs of the table that belong to a home."""
        ours = {program for _, program in table()}
        return [pid for pid, (name, _) in below(home or self.home).items() if name in ours]


class WithOrWithoutS6:
    """What holds for both supervisors."""

    def test_up_is_ready_and_down_leaves_nothing(self):
        self.assertEqual(self.run_system("status").returncode, 1)
        self.up()
        status = self.run_system("status")
        self.assertEqual(status.returncode, 0)
        self.assertEqual(status.stdout.count(" ready "), len(table()))
        self.assertEqual(self.run_system("down").returncode, 0)
        self.assertEqual(below(self.home), {})
        self.assertEqual(self.run_system("status").returncode, 1)

    def test_a_second_up_changes_nothing(self):
        self.up()
        before = sorted(self.services())
        self.up()
        self.assertEqual(sorted(self.services()), before)

    def test_a_fixed_time_is_told(self):
        result = self.run_system("up", COMPASS_NOW="2026-02-10T12:00:00Z")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("WARNING: COMPASS_NOW is set", result.stderr)
        status = self.run_system("status").stdout
        self.assertIn("Time is fixed (COMPASS_NOW): ", status)
        for name, _ in table():
            self.assertIn(f"{name} at 2026-02-10T12:00:00Z", status)
        restart = self.run_system("restart", S="events", COMPASS_NOW="")
        self.assertNotIn("WARNING", restart.stderr)
        self.assertNotIn("events at", self.run_system("status").stdout)

    def test_without_it_nothing_is_told(self):
        self.assertNotIn("COMPASS_NOW", self.run_system("up", COMPASS_NOW="").stderr)
        self.assertNotIn("Time is fixed", self.run_system("status").stdout)

    def test_down_twice_is_harmless(self):
        self.up()
        self.assertEqual(self.run_system("down").returncode, 0)
        self.assertEqual(self.run_system("down").returncode, 0)

    def test_two_homes_run_side_by_side(self):
        other = self.new_home()
        self.up()
        self.up(home=other)
        self.assertEqual(self.run_system("down").returncode, 0)
        self.assertEqual(self.services(), [])
        self.assertEqual(len(self.services(other)), len(table()))

    def test_a_service_that_does_not_start_is_named_with_its_log(self):
        result = self.run_system("up", COMPASS_FAKE_FAILS="compass-coaches")
        self.assertEqual(result.returncode, 1)
        self.assertIn("coaches ended", result.stderr)
        self.assertIn("cannot start: no luck", result.stderr)

    def test_pages_that_do_not_start_leave_the_others_running(self):
        result = self.run_system("up", COMPASS_FAKE_FAILS="compass-web")
        self.assertEqual(result.returncode, 1)
        self.assertIn("web ended", result.stderr)
        self.assertNotIn("Pages:", result.stderr)
        for name, _ in table():
            self.assertEqual(self.pid(name) is not None, name != "web", name)

    def test_up_ends_with_the_address_of_the_pages(self):
        os.makedirs(os.path.join(self.home, "run"), mode=0o700)
        with open(os.path.join(self.home, "run", "web.address"), "w", encoding="utf-8") as file:
            file.write("http://127.0.0.1:8080/\n")
        result = self.run_system("up")
        self.assertEqual(result.stderr.splitlines()[-1], "Pages: http://127.0.0.1:8080/")

    def refuse(self, name, words, pid=None):
        """Has a service say that it records nothing, as the process `pid` or the present one."""
        data = os.path.join(self.home, "data")
        os.makedirs(data, exist_ok=True)
        with open(os.path.join(data, f"{name}.sqlite.refused"), "w", encoding="utf-8") as file:
            file.write(f"{words}\nmark=- pid={pid or self.pid(name)}\n")

    def test_a_service_that_records_nothing_is_told_with_its_words(self):
        self.up()
        self.refuse("coaches", "an earlier process said so", pid=1)
        self.assertEqual(self.run_system("status").returncode, 0)
        self.refuse("coaches", "coaches.sqlite is gone; type this")
        status = self.run_system("status")
        self.assertEqual(status.returncode, 1)
        self.assertRegex(status.stdout, r"(?m)^coaches +refusing ")
        self.assertIn("coaches records nothing: coaches.sqlite is gone; type this", status.stderr)
        again = self.run_system("up")
        self.assertEqual(again.returncode, 1)
        self.assertIn("coaches records nothing: coaches.sqlite is gone; type this", again.stderr)

    def test_every_service_that_records_nothing_is_told(self):
        """N-151"""
        self.up()
        self.refuse("coaches", "coaches.sqlite is gone")
        self.refuse("events", "events.sqlite is old")
        told = self.run_system("up")
        self.assertEqual(told.returncode, 1)
        self.assertIn("coaches records nothing: coaches.sqlite is gone", told.stderr)
        self.assertIn("events records nothing: events.sqlite is old", told.stderr)
        self.assertEqual(told.stderr.count("The others keep running"), 1)
        self.assertNotIn("Ready:", told.stderr)

    def test_a_loss_is_accepted_only_where_one_was_refused(self):
        self.up()
        accepted = os.path.join(self.home, "data", "coaches.sqlite.accepted")
        self.assertIn("Say whose", self.run_system("accept-loss", S="").stderr)
        none = self.run_system("accept-loss", S="coaches")
        self.assertEqual(none.returncode, 1)
        self.assertIn("coaches refuses nothing", none.stderr)
        self.assertFalse(os.path.exists(accepted))
        coaches, broker = self.pid("coaches"), self.pid("broker")
        self.refuse("coaches", "coaches.sqlite is gone")
        done = self.run_system("accept-loss", S="coaches")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(
            done.stderr,
            r"\AAccepted for coaches: coaches\.sqlite is gone\. So coaches goes on with the file")
        self.assertIn(
            f"Only a backup brings it back: export COMPASS_HOME={quoted(self.home)}; make down; "
            "bin/compass backup restore FILE; make up\n", done.stderr)
        with open(accepted, encoding="utf-8") as file:
            name, why, rest = file.read().split("\n")
        self.assertEqual((why, rest), ("coaches.sqlite is gone", ""))
        self.assertRegex(name, r"^coaches\.sqlite\.damaged-\d{8}T\d{6}Z$")
        self.assertIn(f"kept as {os.path.join(self.home, 'data', name)}", done.stderr)
        self.assertRegex(done.stderr, r"Ready: coaches\n$")
        self.assertNotIn(self.pid("coaches"), (None, coaches))
        self.assertEqual(self.pid("broker"), broker)

    def test_a_loss_is_accepted_for_the_next_start_of_a_system_that_is_down(self):
        self.refuse("coaches", "coaches.sqlite is gone", pid=1)
        done = self.run_system("accept-loss", S="coaches")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"Run: make up COMPASS_HOME={quoted(self.home)}\n", done.stderr)
        self.assertTrue(
            os.path.exists(os.path.join(self.home, "data", "coaches.sqlite.accepted"))
        )
        self.assertEqual(self.services(), [])

    def test_an_accepted_loss_says_what_follows(self):
        """N-149. The start compares the reason without the remedy with what it finds."""
        accepted = os.path.join(self.home, "data", "coaches.sqlite.accepted")
        remedy = ". Nothing is recorded. Restore a backup."
        for why, follows in [
            ("c.sqlite is missing, though this home had it; nothing was made in its place",
             "coaches starts empty."),
            ("c.sqlite is damaged", "coaches goes on with what can be read of the file; if"),
            ("c.sqlite is older than it was left: it went back",
             "coaches goes on with the file as it is; if"),
        ]:
            self.refuse("coaches", why + remedy, pid=1)
            first = self.run_system("accept-loss", S="coaches").stderr.splitlines()[0]
            self.assertIn(f"Accepted for coaches: {why}. So {follows}", first)
            with open(accepted, encoding="utf-8") as file:
                self.assertEqual(file.read().splitlines()[1], why)

    def test_what_became_of_a_loss_is_told(self):
        """The service writes it while it starts; what is there from an earlier loss goes."""
        self.up()
        loss = os.path.join(self.home, "data", "coaches.sqlite.loss")
        self.refuse("coaches", "coaches.sqlite is gone")
        with open(loss, "w", encoding="utf-8") as file:
            file.write("started empty long ago\n")
        done = self.run_system("accept-loss", S="coaches")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("long ago", done.stderr)
        self.assertFalse(os.path.exists(loss))

    def test_up_warns_of_a_full_disk_and_of_accepted_losses(self):
        """N-145, N-162. `compass service status` has the words and limits; other words are not
        repeated."""
        compass = os.path.join(self.programs, "compass")
        disk = "The disk of /h is full: writes are refused. Free space; nothing else is necessary"
        loss = "coaches answers, but: started empty after an accepted loss; kept as /h/x."
        with open(compass, "w", encoding="utf-8") as file:
            file.write(
                '#!/bin/sh\n[ "$*" = "service status" ] || exit 2\n'
                'echo "table of $COMPASS_HOME"\n'
                f"printf '%s\\n' '1 of 9 does not answer' '{disk}' '{loss}' >&2\nexit 8\n")
        os.chmod(compass, 0o700)
        self.addCleanup(os.remove, compass)
        for word in ("up", "restart"):
            done = self.run_system(word)
            self.assertEqual(done.returncode, 0, done.stderr)
            lines = done.stderr.splitlines()
            ready = next(i for i, line in enumerate(lines) if line.startswith("Ready: "))
            self.assertEqual(lines[ready + 1:ready + 3], [disk, loss])
            self.assertNotIn("does not answer", done.stderr)
            self.assertNotIn("table of", done.stdout + done.stderr)

    def test_restart_of_one_leaves_the_others(self):
        self.up()
        broker, coaches = self.pid("broker"), self.pid("coaches")
        self.assertEqual(self.run_system("restart", S="coaches").returncode, 0)
        self.assertEqual(self.pid("broker"), broker)
        self.assertNotIn(self.pid("coaches"), (None, coaches))

    def test_restart_of_all_leaves_them_with_their_supervisor(self):
        self.up()
        before = {name: self.pid(name) for name, _ in table()}
        self.assertEqual(self.run_system("restart").returncode, 0)
        status = self.run_system("status")
        self.assertEqual(status.returncode, 0, status.stdout + status.stderr)
        for name, old in before.items():
            self.assertNotIn(self.pid(name), (None, old))
        self.assertEqual(self.run_system("restart", S="coaches").returncode, 0)

    def test_an_unknown_service_is_refused(self):
        for word in ("restart", "logs"):
            result = self.run_system(word, S="nobody")
            self.assertEqual(result.returncode, 1)
            self.assertIn("No service is named 'nobody'", result.stderr)

    def test_a_name_is_found_however_many_follow(self):
        """A search that ended at the first match once failed, because its input went on."""
        path = os.path.join(self.folder, "many.tsv")
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(
                f"service{number}\tcompass-service\tno\tone of many\n"
                for number in range(SERVICES_MANY))
        result = self.run_system("logs", S="service0", COMPASS_SERVICES_TABLE=path)
        self.assertIn("No logs yet", result.stderr[:100])

    def test_secrets_stay_out_and_folders_are_private(self):
        self.up(COMPASS_TOKEN="secret")
        log = self.run_system("logs", S="identity").stdout
        self.assertIn("token unseen", log)
        for folder, _, _ in os.walk(self.home):
            mode = stat.S_IMODE(os.stat(folder).st_mode)
            # s6 itself lets only its owner into the folders of its events.
            self.assertEqual(mode & 0o007, 0, folder)
        self.assertEqual(stat.S_IMODE(os.stat(self.home).st_mode), 0o700)


class S6(WithOrWithoutS6, SystemCase):
    def kill_supervisors(self, *names):
        """kill -9 of s6 programs of this home, by name and folder below run/s6."""
        for pid, (program, at) in below(os.path.join(self.home, "run", "s6")).items():
            if (program, os.path.relpath(at, os.path.join(self.home, "run", "s6"))) in names:
                os.kill(pid, signal.SIGKILL)

    def test_a_killed_service_comes_back(self):
        self.up()
        for restart in (False, True):
            if restart:
                self.assertEqual(self.run_system("restart").returncode, 0)
            before = self.pid("identity")
            os.kill(before, signal.SIGKILL)
            self.eventually(lambda: self.pid("identity") not in (None, before), "no restart")

    def test_a_killed_supervisor_comes_back_with_one_service(self):
        self.up()
        before = self.pid("identity")
        self.kill_supervisors(("s6-supervise", "identity"))
        self.eventually(lambda: self.pid("identity") not in (None, before), "no restart")
        self.eventually(lambda: len(self.services()) == len(table()), "an orphan stayed")

    def test_everything_ends_when_the_root_is_killed(self):
        self.up()
        self.kill_supervisors(("s6-svscan", "."))
        self.eventually(lambda: not below(self.home), "orphans stayed")
        self.up()

    def test_up_after_the_root_was_killed_a_moment_ago(self):
        self.up()
        self.kill_supervisors(("s6-svscan", "."))
        self.up()
        self.assertEqual(len(self.services()), len(table()))

    def test_down_ends_orphans_that_lost_root_and_guard(self):
        self.up()
        self.kill_supervisors(
            ("s6-svscan", "."), ("s6-supervise", "guard"), ("s6-setlock", "guard"))
        self.assertEqual(self.run_system("down").returncode, 0)
        self.assertEqual(below(self.home), {})

    def test_down_sees_its_processes_however_the_home_is_written(self):
        link = os.path.join(self.folder, "link")
        os.symlink(self.folder, link)
        self.addCleanup(os.remove, link)
        home = f"{link}/bin/..//{os.path.basename(self.home)}/"
        self.up(home=home)

        def loggers():
            return [pid for pid, (name, _) in below(self.home).items() if name == "s6-log"]

        self.eventually(loggers, "no logger started")
        # A stopped one ends only when it is found and killed.
        os.kill(loggers()[0], signal.SIGSTOP)
        self.assertEqual(self.run_system("down", home=home).returncode, 0)
        self.assertEqual(below(self.home), {})

    def test_a_stopped_process_ends_too(self):
        self.up()
        os.kill(self.pid("coaches"), signal.SIGSTOP)
        self.assertEqual(self.run_system("down").returncode, 0)
        self.assertEqual(below(self.home), {})


class Plain(WithOrWithoutS6, SystemCase):
    supervisor = "plain"

    def test_a_deaf_process_is_killed_in_the_end(self):
        self.up(COMPASS_FAKE_DEAF="compass-coaches")
        self.assertEqual(self.run_system("down").returncode, 0)
        self.assertEqual(below(self.home), {})

    def test_a_service_that_tells_as_a_look_ends_is_heard(self):
        # Each of many tells about a tenth of a second after it is asked the first time.
        script = """
            RUN="$1"
            . "$2/supervise-plain.sh"
            one() {
                local turn
                mkfifo "$RUN/$1"
                exec 4<>"$RUN/$1"
                (read -r -t "0.$(printf %06d $((95000 + RANDOM % 10000)))" -u "$NEVER"; echo >&4) &
                for ((turn = 0; turn < 600; turn++)); do
                    ! is_told 4 || { echo told; return; }
                done
            }
            for ((number = 0; number < 200; number++)); do one "$number" & done
            wait"""
        with tempfile.TemporaryDirectory() as folder:
            ran = subprocess.run(
                ["bash", "-c", script, "bash", folder, os.path.dirname(SYSTEM)],
                capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual(ran.stdout.split().count("told"), 200, ran.stderr)

    def test_a_pid_file_of_another_process_is_not_believed(self):
        self.up()
        path = os.path.join(self.home, "run", "pid", "coaches")
        with open(path, encoding="utf-8") as file:
            pid = file.read().split()[0]
        os.kill(int(pid), signal.SIGKILL)
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"{os.getpid()} 1\n")
        self.assertIsNone(self.pid("coaches"))
        self.assertEqual(self.run_system("down").returncode, 0)


if __name__ == "__main__":
    unittest.main()
