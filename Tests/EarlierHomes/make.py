#!/usr/bin/env python3
"""Makes a home with the programs of an earlier version, and notes what they answer about it.

Usage: make.py CHECKOUT PROGRAMS NAME, with the checkout of that version, the folder of its
programs, and a name. Writes NAME.tar.gz and NAME.json beside this file. EarlierHomeTests opens the
home with the programs of today.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
NOW = "2026-03-01T12:00:00Z"
PASSWORD = "a long invented password"
CONTACTS = 9
POSTS = 20


class Home:
    """A running system of the earlier version."""

    def __init__(self, checkout, programs, path):
        self.checkout, self.programs = checkout, programs
        self.environment = {
            name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ
        } | {
            "COMPASS_HOME": path, "COMPASS_BIN": programs, "COMPASS_NOW": NOW, "TZ": "UTC",
            "LANG": "C.UTF-8", "COMPASS_SUPERVISOR": "plain", "COMPASS_WEB_PORT": "0"}

    def system(self, verb):
        script = os.path.join(self.checkout, "deploy", "system.sh")
        subprocess.run(["bash", script, verb], env=self.environment, check=True)

    def run(self, person, *words, text=""):
        """What a command prints."""
        result = subprocess.run(
            [os.path.join(self.programs, "compass"), *words, "--as", person],
            env=self.environment, input=text, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            sys.exit(f"{person}: {words}: {result.stdout}{result.stderr}")
        return result.stdout

    def json(self, person, *words):
        return json.loads(self.run(person, *words, "--json"))

    def sign_up(self, person, name, role):
        self.run(
            person, "signup", "--email", f"{person}@home.example", "--name", name, "--role", role,
            "--password-stdin", text=PASSWORD + "\n")


def fill(home, folder):
    """People, and records of every kind."""
    home.sign_up("maya", "Maya Rivera", "player")
    home.run("maya", "family", "create", "The Riveras")
    codes = home.json("maya", "family", "codes")
    home.sign_up("ana", "Ana Rivera", "parent")
    home.run("ana", "family", "join", codes["parent_code"])
    home.sign_up("leo", "Leo Rivera", "player")
    home.run("leo", "family", "join", codes["player_code"])
    for name in ("Harbor State University", "Cedar College", "Gone College"):
        home.run("maya", "schools", "add", "--name", name, "--city", "Harbor", "--state", "NC")
    for first, last, school in (
            ("Ann", "Lee", "Harbor"), ("Ben", "Ruiz", "Harbor"), ("Cleo", "Ivers", "Cedar")):
        home.run(
            "maya", "coaches", "add", "--school", school, "--role", "head", "--first-name", first,
            "--last-name", last, "--email", f"{first}@coach.example", "--phone", "(336) 555-0101")
    for number in range(CONTACTS):
        home.run(
            "maya", "interactions", "add", "--coach", ("Lee", "Ruiz", "Ivers")[number % 3],
            "--type", ("email", "phone_call", "text")[number % 3],
            "--direction", ("outbound", "inbound")[number % 2],
            "--at", f"2026-02-{10 + number:02}T15:00:00Z", "--subject", f"Camp dates {number}",
            "--content", "Zoë asked about the roster: naïve, 東京, 🥎.")
    home.run(
        "leo", "interactions", "add", "--school", "Cedar", "--type", "email", "--direction",
        "outbound", "--at", "2026-02-20T15:00:00Z", "--subject", "Video")
    file = folder / "offer.txt"
    file.write_text("An invented offer.\n")
    rows = home.json("maya", "interactions", "list")["interactions"]
    home.run("maya", "attachments", "add", rows[0]["id"], str(file))
    home.run("maya", "interactions", "delete", rows[1]["id"], "--yes")
    home.run("maya", "schools", "delete", "Gone", "--yes")
    home.run(
        "maya", "events", "add", "--type", "camp", "--name", "Winter camp", "--start-date",
        "2026-02-20", "--school", "Harbor")
    home.run("maya", "events", "coaches", "add", "Winter", "Lee")
    for value in ("88", "91.5"):
        home.run(
            "maya", "metrics", "add", "--event", "Winter", "--type", "velocity", "--value", value)
    posts = folder / "posts.jsonl"
    posts.write_text("".join(
        json.dumps({
            "platform": ("twitter", "instagram")[number % 2],
            "school_name": "Harbor State University",
            "post_date": f"2026-02-{1 + number:02}T15:00:00Z", "post_content": f"Practice {number}",
            "is_recruiting_related": number % 4 == 0, "sentiment": "positive"}) + "\n"
        for number in range(POSTS)))
    home.run("maya", "posts", "import", str(posts))


QUESTIONS = [
    ("maya", "whoami"), ("maya", "family", "show"), ("maya", "family", "codes"),
    ("maya", "schools", "list"), ("maya", "coaches", "list"), ("maya", "interactions", "list"),
    ("leo", "interactions", "list"), ("ana", "interactions", "list"),
    ("ana", "notifications", "list"), ("maya", "events", "list"),
    ("maya", "events", "show", "Winter"), ("maya", "metrics", "list"),
    ("maya", "metrics", "bests"), ("maya", "posts", "list"),
    ("maya", "analytics", "show", "--range", "all"), ("maya", "trash", "list"),
    ("ana", "preferences", "show"),
]


def write(path, answers):
    """An answer per line."""
    lines = ",\n".join(json.dumps(each, ensure_ascii=False, sort_keys=True) for each in answers)
    path.write_text(
        f'{{"now": {json.dumps(NOW)}, "password": {json.dumps(PASSWORD)}, "answers": [\n'
        f"{lines}\n]}}\n")


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    checkout, programs = (os.path.abspath(path) for path in sys.argv[1:3])
    name = sys.argv[3]
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        home = Home(checkout, programs, str(folder / "home"))
        home.system("up")
        try:
            fill(home, folder)
            answers = [
                {"as": person, "words": words, "json": home.json(person, *words)}
                for person, *words in QUESTIONS]
        finally:
            home.system("down")
        write(FOLDER / f"{name}.json", answers)
        subprocess.run(
            ["tar", "-czf", str(FOLDER / f"{name}.tar.gz"), "--exclude=*.ipc", "--exclude=log*",
             "--exclude=run", "-C", str(folder / "home"), "."], check=True)


if __name__ == "__main__":
    main()
