"""The demo on the programs of the debug build: it can be interrupted, and a second one changes
nothing, also after forty days."""

import datetime
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.parse
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAMS = os.path.join(ROOT, ".build", "debug")
DEMO_SECONDS_MAX = 300
# How many seconds a call may take, also on a busy machine.
PATIENCE = 600
# Rows of deploy/demo/interactions.csv by who logged them; the call of the tour and the talk at an
# event are two more.
LOGGED = {"maya": 400 + 2, "leo": 320, "noah": 80}


class Demo(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.mkdtemp(prefix="compass-demo-")
        self.environment = {
            **os.environ, "COMPASS_HOME": self.home, "COMPASS_BIN": PROGRAMS,
            "COMPASS_WEB_PORT": "0", "COMPASS_METRICS_PORT": "0"}

    def tearDown(self):
        self.system("down")
        shutil.rmtree(self.home)

    def start(self):
        demo = os.path.join(ROOT, "deploy", "demo.py")
        return subprocess.Popen(
            [sys.executable, "-B", demo], env=self.environment, start_new_session=True, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def run_demo(self):
        process = self.start()
        text, _ = process.communicate(timeout=DEMO_SECONDS_MAX)
        self.assertEqual(process.returncode, 0, text[-4000:])
        return text

    def system(self, word):
        script = os.path.join(ROOT, "deploy", "system.sh")
        subprocess.run(["bash", script, word], env=self.environment, check=True, timeout=PATIENCE)

    def compass(self, *words):
        """The JSON of a command."""
        result = subprocess.run(
            [os.path.join(PROGRAMS, "compass"), *words, "--json", "--timeout", "30s"],
            env=self.environment, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(result.returncode, 0, f"{words}: {result.stdout}{result.stderr}")
        return json.loads(result.stdout)

    def interactions(self, person):
        return self.compass("interactions", "list", "--as", person)["interactions"]

    def everything(self):
        """All that the demo made, as its people see it, but for figures that time alone changes."""
        moving = ("responsiveness_", "median_answer_hours", "silent_since")

        def kept(row):
            return {key: value for key, value in row.items() if not key.startswith(moving)}

        answers = [
            [kept(row) for row in self.compass(noun, "list", "--as", person)[noun]]
            for noun in ("schools", "coaches", "interactions", "events", "metrics", "posts")
            for person in ("maya", "leo", "elena", "noah")
        ]
        families = [
            self.compass("whoami", "--as", person)["families"]
            for person in ("maya", "leo", "elena", "daniel", "noah")
        ]
        return json.dumps([answers, families], sort_keys=True)

    def test_an_interrupted_demo_goes_on_and_a_later_one_changes_nothing(self):
        first = self.start()
        # In the middle of the first family's interactions, with commands under way.
        lines = []
        for line in first.stdout:
            lines.append(line)
            if "The Riveras: interactions" in line:
                break
        time.sleep(2)
        if first.poll() is not None:
            lines.append(first.stdout.read())
            self.fail(
                f"The demo ended with code {first.returncode} before it could be interrupted:\n"
                + "".join(lines)[-4000:])
        os.killpg(first.pid, signal.SIGKILL)
        first.wait()
        first.stdout.close()
        # system.sh is done by then; what it started is in a session of its own.
        self.assertLess(len(self.interactions("maya")), LOGGED["maya"] - 2)

        text = self.run_demo()
        self.check_counts()
        for part in (
            "$ compass interactions list", "Phone Call · Inbound · Very Positive",
            "🔥 High Interest", "(exit code 6)", "@rivera", "$ compass events show",
            "Metrics Recorded at This Event", "$ compass metrics bests",
            "$ compass analytics show", "Sentiment Distribution", "Activity by Day",
        ):
            self.assertIn(part, text)

        self.check_pages(text)

        before = self.everything()
        again = self.run_demo()
        self.assertEqual(self.everything(), before)
        self.assertIn("(logged when the demo first ran)", again)
        self.assertIn("(attended when the demo first ran)", again)

        # Sessions, passports and idempotency keys of the first run are over by then.
        self.system("down")
        later = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=40)
        self.environment["COMPASS_NOW"] = later.strftime("%Y-%m-%dT%H:%M:%SZ")
        self.run_demo()
        self.assertEqual(self.everything(), before)

    def check_pages(self, text):
        """The demo ends with an address, where its people sign in with the passwords it prints."""
        address = re.search(r"The pages are at (http://127\.0\.0\.1:\d+/):", text).group(1)
        password = re.search(r"maya@rivera\S*\s+(\S+)", text).group(1)
        email = re.search(r"maya@rivera\S*", text).group(0)
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        form = urllib.parse.urlencode({"email": email, "password": password, "to": "/coaches"})
        with browser.open(address + "sign-in", form.encode(), timeout=PATIENCE) as answer:
            self.assertIn("308 coaches found", answer.read().decode())

    def check_counts(self):
        for person, count in LOGGED.items():
            self.assertEqual(len(self.interactions(person)), count, person)
        self.assertEqual(len(self.interactions("elena")), LOGGED["maya"] + LOGGED["leo"])
        for person, schools, coaches in (("leo", 133, 308), ("noah", 60, 62)):
            found = self.compass("schools", "list", "--as", person)["schools"]
            self.assertEqual(len(found), schools, person)
            found = self.compass("coaches", "list", "--as", person)["coaches"]
            self.assertEqual(len(found), coaches, person)
        for person in ("maya", "leo", "elena"):
            events = self.compass("events", "list", "--as", person)["events"]
            self.assertEqual(len(events), 240, person)
        self.assertEqual(self.compass("events", "list", "--as", "noah")["total"], 0)
        self.assertEqual(self.compass("posts", "list", "--as", "elena")["total"], 1_294)
        today = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
        metrics = self.compass("metrics", "list", "--as", "maya")["metrics"]
        self.assertGreater(len(metrics), 100)
        self.assertLessEqual(max(metric["recorded_date"] for metric in metrics), today)
        for event in events:
            self.assertFalse(event["attended"] and event["start_date"] > today, event["name"])


if __name__ == "__main__":
    unittest.main()
