"""The commands of the README work as they stand there, on the programs of the debug build."""

import os
import re
import shlex
import shutil
import socket
import subprocess
import tempfile
import unittest
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAMS = os.path.join(ROOT, ".build", "debug")
PASSWORD = "a long invented password"
# How many seconds a call may take, also on a busy machine.
PATIENCE = 600


def commands():
    """The lines of the section on commands, in their order."""
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
        section = re.search(r"^## Ten commands\n(.*?)^## ", file.read(), re.MULTILINE | re.DOTALL)
    block = re.search(r"```\n(.*?)```", section.group(1), re.DOTALL)
    return block.group(1).splitlines()

USUAL_PORT = 8080


class Readme(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.mkdtemp(prefix="compass-readme-")
        self.environment = {
            **os.environ, "COMPASS_HOME": self.home, "COMPASS_BIN": PROGRAMS,
            "COMPASS_WEB_PORT": "0", "COMPASS_METRICS_PORT": "0"}
        self.said = self.system("up")

    def tearDown(self):
        self.system("down")
        shutil.rmtree(self.home)

    def system(self, word):
        script = os.path.join(ROOT, "deploy", "system.sh")
        return subprocess.run(
            ["bash", script, word], env=self.environment, check=True, timeout=PATIENCE,
            capture_output=True, text=True).stderr

    def compass(self, words, text=""):
        result = subprocess.run(
            [os.path.join(PROGRAMS, "compass"), *words, "--timeout", "30s"],
            env=self.environment, input=text, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(result.returncode, 0, f"{words}: {result.stderr}")
        return result.stdout

    def test_the_address_of_the_pages_answers(self):
        address = re.search(r"^Pages: (http://127\.0\.0\.1:\d+/)$", self.said, re.MULTILINE)
        with urllib.request.urlopen(address.group(1), timeout=PATIENCE) as answer:
            self.assertIn("<h1>Sign in</h1>", answer.read().decode())
        self.assertIn(address.group(0), self.system("up"))

    def test_a_second_home_has_pages_too(self):
        """The usual port is taken by then, whoever has it."""
        taken = socket.socket()
        self.addCleanup(taken.close)
        try:
            taken.bind(("127.0.0.1", USUAL_PORT))
            taken.listen()
        except OSError:
            pass
        self.system("down")
        del self.environment["COMPASS_WEB_PORT"]
        said = self.system("up")
        address = re.search(r"^Pages: (http://127\.0\.0\.1:(\d+)/)$", said, re.MULTILINE)
        self.assertNotEqual(int(address.group(2)), USUAL_PORT)
        with urllib.request.urlopen(address.group(1), timeout=PATIENCE) as answer:
            self.assertIn("<h1>Sign in</h1>", answer.read().decode())

    def test_the_ten_commands_work(self):
        self.assertEqual(len(commands()), 10)
        for line in commands():
            program, *words = shlex.split(line)
            self.assertEqual(program, "bin/compass")
            if words[-1] == "ID":
                words[-1] = self.compass(["interactions", "list", "-o", "name"]).split()[0]
            # What a person is asked at a terminal.
            if words[0] == "signup":
                words.append("--password-stdin")
            if words[1] == "delete":
                words.append("--yes")
            self.compass(words, PASSWORD + "\n")


if __name__ == "__main__":
    unittest.main()
