"""The steps of `make test`: their summary, and the second attempt after a pause of the machine."""

import os
import subprocess
import tempfile
import time
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DEPLOY = os.path.join(ROOT, "deploy")
# How many seconds a call may take, also on a busy machine.
PATIENCE = 600


class StepsTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def run_steps(self, script):
        """Runs a script that has the steps' functions."""
        whole = f'. "{DEPLOY}/common.sh"\n. "{DEPLOY}/steps.sh"\ncd "{self.folder.name}"\n{script}'
        return subprocess.run(
            ["bash", "-c", whole], capture_output=True, text=True, timeout=PATIENCE, check=False)

    def test_results_and_failed_tests_are_summarized(self):
        ran = self.run_steps(
            "step good echo fine || true\n"
            "step bad bash -c 'echo ok; echo \"FAIL: test_x (a.B)\"; exit 3' || true\n"
            "step python bash -c 'echo \"FAILED a/test_b.py::test_c - why\"; false' || true\n"
            "step odd bash -c 'echo last words; false' || true\n"
            "skipped never 'no build'\nsummarize")
        self.assertEqual(ran.returncode, 1, ran.stderr)
        end = ran.stdout[ran.stdout.index("\n\ngood"):]
        self.assertRegex(end, r"good +\d+ s  passed\nbad +\d+ s  FAILED \(exit code 3\)\n")
        self.assertIn("    FAIL: test_x (a.B)\n", end)
        self.assertIn("\n    FAILED a/test_b.py::test_c - why\nodd ", end)
        self.assertIn("    last words\n", end)
        self.assertRegex(end, r"never +0 s  FAILED \(no build\)\n1 passed, 4 failed\n$")

    def test_the_last_words_of_a_step_are_awaited(self):
        ran = self.run_steps(
            "tee() { sleep 1; command tee \"$@\"; }\n"
            "step odd bash -c 'echo last words; false' || true\nsummarize")
        self.assertIn("    last words\n", ran.stdout)

    def test_what_outlives_a_step_does_not_hold_up_the_next_one(self):
        ran = self.run_steps(
            "LAST_LINES_TENTHS=3\nstep leaves bash -c 'sleep 60 & echo $! >left'\n"
            "step next true\nsummarize\nkill -0 \"$(cat left)\" && kill \"$(cat left)\"")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn("2 passed, 0 failed\n", ran.stdout)

    def test_a_step_that_hangs_fails_and_compilers_have_no_limit(self):
        ran = self.run_steps(
            "STEP_SECONDS=1\nstep hangs sleep 60 || true\n"
            "STEP_SECONDS=0 step compiles sleep 2\nsummarize")
        self.assertRegex(ran.stdout, r"hangs +\d+ s  FAILED \(exit code 124\)\n")
        self.assertRegex(ran.stdout, r"compiles +\d+ s  passed\n")

    def test_all_passed(self):
        ran = self.run_steps("step good true\nsummarize")
        self.assertEqual(ran.returncode, 0)
        self.assertTrue(ran.stdout.endswith("1 passed, 0 failed\n"))

    def test_lanes_run_side_by_side(self):
        ran = self.run_steps(
            "left() { step one bash -c 'until [ -e there ]; do sleep 0.1; done; echo met'\n"
            "step bad bash -c 'echo \"FAIL: test_z\"; false'\nstep after true; }\n"
            "right() { step two touch there; }\ngone() { kill -9 $BASHPID; }\n"
            "side_by_side left right gone\nsummarize")
        self.assertEqual(ran.returncode, 1, ran.stderr)
        self.assertIn("\none | met\n", ran.stdout)
        self.assertRegex(
            ran.stdout,
            r"one +\d+ s  passed\nbad +\d+ s  FAILED \(exit code 1\)\n    FAIL: test_z\n"
            r"after +\d+ s  passed\ntwo +\d+ s  passed\ngone +0 s  FAILED \(it ended early\)\n"
            r"3 passed, 2 failed\n$")

    def test_what_runs_in_lanes_ends_with_the_shell(self):
        ran = self.run_steps(
            "left() { step long bash -c 'echo $$ >left; exec sleep 600'; }\n"
            "right() { until [ -s left ]; do sleep 0.1; done; kill $$; }\n"
            "side_by_side left right\nsummarize")
        self.assertEqual(ran.returncode, 130, ran.stdout)
        self.assertNotIn("passed", ran.stdout)
        with open(os.path.join(self.folder.name, "left"), encoding="utf-8") as file:
            ended = int(file.read())
        deadline = time.monotonic() + PATIENCE
        while os.path.exists(f"/proc/{ended}") and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertFalse(os.path.exists(f"/proc/{ended}"))

    def test_a_failure_is_not_repeated_on_a_running_machine(self):
        ran = self.run_steps("step bad bash -c 'echo x >>tries; false' || true\nwc -l <tries")
        self.assertEqual(ran.stdout.split()[-1], "1")

    def test_a_failure_is_repeated_once_after_a_pause(self):
        # A stopped watcher wakes up late, as on a machine that stood still.
        # The step ends once the watcher has noted it, whatever else the machine does.
        pause = (
            'noted=$(wc -l <"$1"); kill -STOP "$0"; sleep 5; kill -CONT "$0"; '
            'until [ "$(wc -l <"$1")" -gt "$noted" ]; do '
            'kill -0 "$0" || { echo FAIL: the watcher has ended; exit 9; }; sleep 0.1; done')
        first = f"[ -e tried ] || {{ touch tried; {pause}; echo FAIL: test_y; exit 1; }}"
        ran = self.run_steps(f"step once bash -c '{first}' \"$watcher\" \"$STALLS\"\nsummarize")
        self.assertEqual(ran.returncode, 0, ran.stdout)
        self.assertIn("passed the second time; the machine stood still", ran.stdout)
        self.assertIn("    FAIL: test_y\n", ran.stdout)
        self.assertRegex(ran.stdout, r"stood still, in seconds: \d+\n1 passed, 0 failed")
        twice = self.run_steps(
            f"step twice bash -c 'echo x >>tries; {pause}; false' \"$watcher\" \"$STALLS\""
            " || true\nwc -l <tries\nsummarize")
        self.assertEqual(twice.returncode, 1)
        self.assertIn("\n2\n", twice.stdout)


if __name__ == "__main__":
    unittest.main()
