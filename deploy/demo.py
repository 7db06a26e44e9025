"""The demo: starts the system, creates two invented families, loads their records through the
`compass` command, and shows the main features.

    python3 deploy/demo.py        (as `make demo` does, after the build)

COMPASS_HOME/demo/state.json records what it created, so that an interrupted demo resumes and a
second run changes nothing. Every addition has an idempotency key derived from that file, and
records that the services already have are not added again.
"""

import datetime
import fcntl
import json
import os
import pty
import shlex
import struct
import subprocess
import sys
import termios

from demo_family import FAMILIES, PEOPLE, Loader, days_to_shift
from demo_state import State

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAMS = os.path.abspath(os.environ.get("COMPASS_BIN") or os.path.join(ROOT, "bin"))
HOME = os.path.abspath(os.environ.get("COMPASS_HOME") or os.path.join(ROOT, "var"))
COMMAND_SECONDS_MAX = 60
# A busy machine makes the demo slower; it does not end it.
PATIENCE = ("--timeout", "30s")
# Columns of pages if the demo's output is not a terminal, and of the commands shown.
PAGE_COLUMNS = 100


def say(text=""):
    print(text, flush=True)


class Compass:
    """The `compass` command for one home, without the caller's own sign-in and settings."""

    def __init__(self, home):
        dropped = ("COMPASS_TOKEN", "COMPASS_FAMILY", "COMPASS_AS", "COMPASS_OUTPUT")
        self.environment = {
            name: value for name, value in os.environ.items() if name not in dropped}
        self.environment["COMPASS_HOME"] = home

    def call(self, words, text=None, **options):
        return subprocess.run(
            [os.path.join(PROGRAMS, "compass"), *words, *PATIENCE],
            env=self.environment, text=True, timeout=COMMAND_SECONDS_MAX,
            input=None if text is None else text + "\n",
            stdin=subprocess.DEVNULL if text is None else None, **options)

    def run(self, *words, person, text=None, key=None, may_fail_with=()):
        """Runs a command that changes something and returns its JSON. Ends the demo if it fails."""
        full = [*words, "--as", person, "--json"]
        if key:
            full += ["--idempotency-key", key]
        result = self.call(full, text, capture_output=True)
        answer = json.loads(result.stdout) if result.stdout.strip() else {}
        if result.returncode != 0:
            if answer.get("error", {}).get("code") in may_fail_with:
                return answer
            say(f"$ compass {shlex.join(full)}")
            say(result.stdout + result.stderr)
            sys.exit(f"The demo stopped: exit code {result.returncode}. Run it again to go on.")
        return answer

    def json(self, *words, person, key=None):
        return self.run(*words, person=person, key=key)

    def succeeds(self, *words, person):
        result = self.call([*words, "--as", person, "--json"], capture_output=True)
        return result.returncode == 0

    def show(self, *words, person, expected=0):
        """Prints a command and runs it as a person would."""
        full = [*words, "--as", person]
        say("\n" + command_line(full))
        if sys.stdout.isatty():
            code = self.call(full, stderr=subprocess.STDOUT).returncode
        else:
            code = self.call_on_page(full)
        if code != expected:
            sys.exit(f"The demo stopped: exit code {code}, expected {expected}.")
        if expected:
            say(f"(exit code {expected})")

    def call_on_page(self, words):
        """Runs a command on a separate terminal without colours, so that a file or a pipe gets the
        page that people see. Returns its exit code."""
        page, side = pty.openpty()
        fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 50, PAGE_COLUMNS, 0, 0))
        process = subprocess.Popen(
            [os.path.join(PROGRAMS, "compass"), *words, *PATIENCE],
            env={**self.environment, "NO_COLOR": "1"},
            stdin=subprocess.DEVNULL, stdout=side, stderr=side)
        os.close(side)
        text = b""
        while True:
            try:
                raw = os.read(page, 65536)
            except OSError:  # Linux reports the end of a terminal like this
                break
            if not raw:
                break
            text += raw
        os.close(page)
        say(text.decode("utf-8", "replace").replace("\r\n", "\n").rstrip("\n"))
        return process.wait(COMMAND_SECONDS_MAX)


def command_line(words):
    """The command as a person would type it, wrapped at the page width."""
    lines, line = [], "$ compass"
    for word in map(shlex.quote, words):
        if len(line) + 1 + len(word) > PAGE_COLUMNS - 2:
            lines.append(line + " \\")
            line = "   "
        line += " " + word
    return "\n".join([*lines, line])


def heading(text):
    say(f"\n── {text} " + "─" * max(0, 76 - len(text)))


def tour(compass, state):
    """Shows the main features, page by page."""
    heading("Schools: the national catalogue")
    compass.show("schools", "search", "north carolina", "--limit", "5", person="maya")
    heading("Coaches: who answers, when the last contact was, and what that was counted from")
    compass.show("coaches", "list", "--sort", "responsiveness", "--limit", "3", person="maya")
    answering = compass.json(
        "coaches", "list", "--sort", "responsiveness", "--limit", "1", person="maya")
    for coach in answering["coaches"]:
        compass.show("coaches", "explain", coach["id"][-8:], person="maya")
    heading("Interactions: a player sees what she logged")
    compass.show("interactions", "list", "--limit", "5", person="maya")
    heading("Filtered: e-mails from coaches of the last 90 days that felt positive")
    compass.show(
        "interactions", "list", "--type", "email", "--direction", "inbound",
        "--sentiment", "positive", "--days", "90", "--limit", "5", person="maya")
    heading("Logging a call, with the six questions about the coach's interest")
    identifier = add_calibrated(compass, state)
    heading("One interaction, by the end of its id")
    compass.show("interactions", "show", identifier[-8:], person="maya")
    show_events(compass, state)
    heading("What coaches and programs posted in the last 30 days")
    compass.show("analytics", "show", person="maya")
    heading("Everybody in the family was told when coaches reached out")
    compass.show("notifications", "list", "--unread", "--limit", "3", person="elena")
    heading("A parent reads along: both siblings, and whose row it is")
    compass.show("interactions", "list", "--limit", "5", person="elena")
    compass.show("interactions", "list", "--logged-by", PEOPLE["leo"][0], "--limit", "3",
                 person="elena")
    heading("… and does not write")
    compass.show(
        "interactions", "add", "--type", "text", "--direction", "outbound", person="elena",
        expected=5)
    heading("A parent of two families names the one he means")
    compass.show(
        "interactions", "list", "--family", "The Brandts", "--limit", "3", person="daniel")
    heading("A stranger learns nothing, not even that the row exists")
    compass.show("interactions", "show", identifier, person="noah", expected=6)
    compass.show(
        "interactions", "list", "--family", state.values["family.The Riveras"], person="noah",
        expected=6)


def show_events(compass, state):
    """Shows upcoming events, one event in full, and the personal bests."""
    heading("Events: what comes next")
    compass.show("events", "list", "--period", "upcoming", "--limit", "5", person="maya")
    metrics = compass.json("metrics", "list", person="maya")["metrics"]
    events = compass.json("events", "list", "--period", "past", person="maya")["events"]
    # The event of a school with the most metrics.
    event = max(
        (event for event in events if event["school_id"]),
        key=lambda event: (
            sum(metric["event_id"] == event["id"] for metric in metrics), event["start_date"],
            event["name"]))
    heading("Attending one: who was there, and what was talked about")
    attend(compass, state, event["id"])
    heading("One event whole: where, when, who was there, what was measured")
    compass.show("events", "show", event["id"][-8:], person="maya")
    heading("Personal bests")
    compass.show("metrics", "bests", person="elena")


def attend(compass, state, identifier):
    """Records a coach at an event and logs a talk there, once per home."""
    if state.done("attended"):
        say("\n(attended when the demo first ran)")
        return
    coaches = compass.json("events", "coaches", "list", identifier, person="maya")
    for coach in coaches["available_coaches"][:1]:
        compass.run(
            "events", "coaches", "add", identifier, coach["id"], person="maya",
            key=state.key("attended.coach"))
    compass.show(
        "events", "attend", identifier[-8:], "--log", "--type", "game", "--direction", "inbound",
        "--content", "They liked the bat speed and asked for film.", "--sentiment", "positive",
        "--idempotency-key", state.key("attended"), person="maya")
    state.set("attended", identifier)


def add_calibrated(compass, state):
    """Logs a call with calibration, once per home. Returns its id."""
    if state.done("calibrated"):
        say("\n(logged when the demo first ran)")
        return state.values["calibrated"]
    recent = compass.json("interactions", "list", "--limit", "40", person="maya")["interactions"]
    row = next(row for row in recent if row["coach_id"])
    words = [
        "interactions", "add", "--type", "phone_call", "--direction", "inbound",
        "--school", row["school_name"], "--coach", row["coach_name"],
        "--subject", "Call after the weekend tournament",
        "--content", "They asked for the fall schedule and offered a visit.",
        "--sentiment", "very_positive", "--signals", "schedule,visit,contact,personal",
    ]
    key = state.key("calibrated")
    compass.show(*words, "--idempotency-key", key, person="maya")
    # The same key gives the same reply: this call returns the id and adds nothing.
    identifier = compass.run(*words, person="maya", key=key)["interaction"]["id"]
    state.set("calibrated", identifier)
    return identifier


def sign_ins(loader):
    heading("Sign-ins made by the demo")
    for person, (name, role, email) in PEOPLE.items():
        families = " and ".join(
            family.name for family in FAMILIES if person in family.players + family.parents)
        say(f"  {name:<14} {role:<7} {email:<23} {loader.password(person):<28} {families}")
    say(f"\nThey are signed in already: add --as {'|'.join(PEOPLE)} to any command, such as")
    say("  bin/compass interactions list --as maya")
    with open(os.path.join(HOME, "run", "web.address"), encoding="utf-8") as file:
        address = file.read().strip()
    say(f"\nThe pages are at {address}: sign in there with an address and password.")
    say("All of it is invented. `make down` stops the system, `make up` starts it again.")


def today():
    """The time of day as the services see it."""
    fixed = os.environ.get("COMPASS_NOW")
    if fixed:
        return datetime.datetime.fromisoformat(fixed.replace("Z", "+00:00"))
    return datetime.datetime.now(datetime.timezone.utc)


def main():
    system = os.path.join(ROOT, "deploy", "system.sh")
    if subprocess.run(["bash", system, "up"], env={**os.environ, "COMPASS_HOME": HOME}).returncode:
        return 1
    state = State(HOME)
    shift = state.get("shift_days", lambda: days_to_shift(today()))
    compass = Compass(HOME)
    loader = Loader(compass, state, say)
    for person in PEOPLE:
        loader.sign_in(person)
    for family in FAMILIES:
        loader.found(family)
    for family in FAMILIES:
        loader.load(family, shift)
    # Only the siblings' family has events.
    loader.load_events(FAMILIES[0], shift, state.get("today", lambda: str(today().date())))
    loader.load_posts(FAMILIES[0], shift)
    tour(compass, state)
    sign_ins(loader)
    return 0


if __name__ == "__main__":
    sys.exit(main())
