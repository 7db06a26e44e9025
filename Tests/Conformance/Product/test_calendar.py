"""Calendar files of events, read by an independent parser (PyPI icalendar), and the exports of
an event's metrics."""

import csv
import datetime
import io
import subprocess

import icalendar
import pytest

import compass
import people

DAY = datetime.date
TIME = datetime.datetime
NAME = "Spring; Showcase, \\ 2026 – " + "Łódź 日本 " * 12
EVENTS = [
    (["--start-date", "2026-04-15"], DAY(2026, 4, 15), DAY(2026, 4, 16), None),
    (["--start-date", "2026-12-31", "--end-date", "2027-01-01", "--checkin-time", "08:30"],
     DAY(2026, 12, 31), DAY(2027, 1, 2), DAY(2026, 12, 31)),
    (["--start-date", "2026-03-08", "--start-time", "02:30", "--end-time", "17:00",
      "--checkin-time", "01:45"], TIME(2026, 3, 8, 2, 30), TIME(2026, 3, 8, 17), None),
    (["--start-date", "2026-04-15", "--end-date", "2026-04-16", "--start-time", "09:00"],
     TIME(2026, 4, 15, 9), TIME(2026, 4, 17), None),
]


@pytest.fixture(scope="module")
def shell(tmp_path_factory):
    with people.Product() as product:
        shell = compass.Compass(product.home)
        player = product.person("Zoë Rivera", "player")
        product.family(player)
        shell.sign_in(player, "player")
        shell.folder = tmp_path_factory.mktemp("calendar")
        yield shell


def added(shell, *words, name=NAME):
    """Adds an event and returns it."""
    return shell.json(
        ["events", "add", "--type", "camp", "--name", name, *words], "player")["event"]


def file(shell, event):
    """The bytes of the event's calendar file."""
    path = shell.folder / "event.ics"
    ran = shell.run(["events", "ics", event["id"], "--to", str(path), "--yes"], "player")
    assert ran.returncode == 0, ran.stderr
    return path.read_bytes()


def calendar(shell, event):
    """The event's calendar file and its only entry."""
    whole = icalendar.Calendar.from_ical(file(shell, event))
    assert not whole.errors and not whole.walk("VTIMEZONE")
    (entry,) = whole.walk("VEVENT")
    assert not entry.errors
    return whole, entry


@pytest.mark.parametrize("words, start, end, alarm", EVENTS)
def test_a_calendar_file_reads_back(shell, words, start, end, alarm):
    event = added(shell, *words, "--description", "One\nTwo; three", "--city", "San José")
    whole, entry = calendar(shell, event)
    assert (whole["VERSION"], str(entry["UID"])) == ("2.0", event["id"])
    assert entry["SEQUENCE"] == event["version"]
    # All-day values stay dates. Times have no zone: they are local to the event's place.
    for name, value in (("DTSTART", start), ("DTEND", end)):
        assert (entry.decoded(name), type(entry.decoded(name))) == (value, type(value))
    assert entry.decoded("DTSTAMP").isoformat() == event["updated_at"][:19] + "+00:00"
    assert str(entry["SUMMARY"]) == event["name"]
    assert str(entry["LOCATION"]) == "San José"
    assert str(entry["DESCRIPTION"]).endswith("One\nTwo; three")
    alarms = entry.walk("VALARM")
    assert len(alarms) == (1 if event["checkin_time"] else 0)
    for each in alarms:
        begin = datetime.datetime.combine(event_day(event), datetime.time())
        if event["start_time"]:
            begin = start
        rings = begin + each.decoded("TRIGGER")
        assert rings.strftime("%Y-%m-%d %H:%M") == f"{event['start_date']} {event['checkin_time']}"


def event_day(event):
    return datetime.date.fromisoformat(event["start_date"])


def test_lines_are_folded(shell):
    event = added(shell, "--start-date", "2026-04-15")
    text = file(shell, event)
    assert text.endswith(b"END:VCALENDAR\r\n")
    assert all(len(line) <= 75 for line in text.split(b"\r\n"))
    text.replace(b"\r\n ", b"").decode()


def test_an_edit_is_a_later_revision(shell):
    event = added(shell, "--start-date", "2026-04-15", name="Fall Camp")
    shell.json(["events", "edit", event["id"], "--start-date", "2026-04-20"], "player")
    _, entry = calendar(shell, event)
    assert entry["SEQUENCE"] == event["version"] + 1
    assert entry.decoded("DTSTART") == DAY(2026, 4, 20)


def test_the_calendar_of_a_member_reads_back(shell):
    """N-30: all events, and the coaches to follow up."""
    event = added(shell, "--start-date", "2026-04-15", "--checkin-time", "08:30")
    coach = shell.json(
        ["coaches", "add", "--first-name", "Łucja; Ann", "--last-name", "Lee, Jr."],
        "player")["coach"]
    shell.json(
        ["interactions", "add", "--type", "email", "--direction", "inbound", "--coach",
         coach["id"]], "player")
    due = shell.json(["queue", "list"], "player")["follow_ups"][0]["due_on"]
    answer = shell.json(["calendar", "export"], "player")
    text = shell.run(["calendar", "export"], "player").stdout
    assert text.replace("\r\n", "\n") == answer["calendar"].replace("\r\n", "\n")
    whole = icalendar.Calendar.from_ical(answer["calendar"])
    assert not whole.errors and str(whole["X-WR-CALNAME"]).endswith("Recruiting Compass")
    assert all(len(line) <= 75 for line in answer["calendar"].encode().split(b"\r\n"))
    entries = {str(entry["UID"]): entry for entry in whole.walk("VEVENT")}
    assert len(entries) == answer["events"] + answer["follow_ups"]
    assert all(not entry.errors for entry in entries.values())
    camp = entries[event["id"]]
    assert camp.decoded("DTSTART") == DAY(2026, 4, 15) and len(camp.walk("VALARM")) == 1
    (call,) = [
        entry for uid, entry in entries.items() if uid.startswith(f"follow-up-{coach['id']}-")]
    assert str(call["SUMMARY"]) == "Answer Łucja; Ann Lee, Jr."
    assert call.decoded("DTSTART") == datetime.date.fromisoformat(due)


def test_metrics_are_exported(shell):
    event = added(shell, "--start-date", "2026-04-15", name="Metrics Day")
    for value, more in (("92.5", ["--verified"]), ("88", ["--notes", "=low,\nwind"])):
        shell.json(
            ["metrics", "add", "--event", event["id"], "--type", "velocity", "--value", value,
             *more], "player")
    words = ["metrics", "export", "--event", event["id"]]
    rows = list(csv.reader(io.StringIO(shell.run(words, "player").stdout)))
    assert rows[0] == ["Date", "Metric Type", "Value", "Unit", "Verified", "Notes"]
    assert sorted(row[2:5] for row in rows[1:]) == [["88", "mph", "No"], ["92.5", "mph", "Yes"]]
    path = shell.folder / "metrics.pdf"
    ran = shell.run([*words, "--to", str(path)], "player")
    assert ran.returncode == 0, ran.stderr
    text = subprocess.run(
        ["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True).stdout
    for part in ("Metrics Day", "Camp · Apr 15, 2026", "Zoë Rivera", "90.3", "92.5", "✓ Yes",
                 "2 (1 verified)", "Page 1 of 1"):
        assert part in text
