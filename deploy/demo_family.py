"""The two families of the demo, and the loading of their records through the `compass` command."""

import csv
import datetime
import io
import json
import os
import secrets
from concurrent.futures import ThreadPoolExecutor

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "demo")
# The number of commands that run concurrently while records are loaded.
COMMANDS_AT_ONCE = 4
# Words of the invented passwords, none of them common in passwords.
WORDS = "cedar copper delta grove juniper kestrel lagoon lantern maple pebble tundra walnut".split()

# Context -> name, role, e-mail address. `--as` takes a context.
PEOPLE = {
    "maya": ("Maya Rivera", "player", "maya@rivera.example"),
    "leo": ("Leo Rivera", "player", "leo@rivera.example"),
    "elena": ("Elena Rivera", "parent", "elena@rivera.example"),
    "daniel": ("Daniel Brandt", "parent", "daniel@brandt.example"),
    "noah": ("Noah Brandt", "player", "noah@brandt.example"),
}
# The players who log each ten successive rows: siblings share the first nine.
LOGGED_BY = ["maya"] * 5 + ["leo"] * 4 + ["noah"]


class Family:
    """A family: its name, the player who founded it, and the members who joined with each code."""

    def __init__(self, name, founder, siblings, parents):
        self.name = name
        self.founder = founder
        self.siblings = siblings
        self.parents = parents

    @property
    def players(self):
        return [self.founder] + self.siblings


FAMILIES = [
    Family("The Riveras", "maya", siblings=["leo"], parents=["elena", "daniel"]),
    Family("The Brandts", "noah", siblings=[], parents=["daniel"]),
]


def rows(name):
    """The rows of a demo file."""
    with open(os.path.join(DATA, name), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def instant(text):
    return datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(
        tzinfo=datetime.timezone.utc)


def days_to_shift(now):
    """The number of days that moves the newest interaction into the 24 hours before `now`."""
    newest = max(instant(row["occurred_at"]) for row in rows("interactions.csv"))
    return (now - newest) // datetime.timedelta(days=1)


class Loader:
    """Creates people, families and records. Every step can be repeated: records that a service
    already has are found by e-mail address, catalogue id, name or instant."""

    def __init__(self, compass, state, say):
        self.compass = compass
        self.state = state
        self.say = say

    # People and families

    def password(self, person):
        def make():
            return "-".join(secrets.choice(WORDS) for _ in range(3)) + f"-{secrets.randbelow(9000)}"
        return self.state.get(f"password.{person}", make)

    def sign_in(self, person):
        """Signs a person in, and first up if necessary."""
        name, role, email = PEOPLE[person]
        if self.compass.succeeds("whoami", person=person):
            return
        password = self.password(person)
        if not self.state.done(f"user.{person}"):
            self.compass.run(
                "signup", "--email", email, "--name", name, "--role", role, "--password-stdin",
                person=person, text=password, may_fail_with=("conflict",))
            self.state.set(f"user.{person}", True)
        if not self.compass.succeeds("whoami", person=person):
            self.compass.run(
                "login", "--email", email, "--password-stdin", person=person, text=password)

    def found(self, family):
        """Creates a family with all its members."""
        step = f"family.{family.name}"
        if not self.state.done(step):
            # A family created just before an interruption already exists.
            mine = [
                membership
                for membership in self.compass.json("whoami", person=family.founder)["families"]
                if membership["role"] == "player"
            ] or [self.compass.json(
                "family", "create", family.name, person=family.founder,
                key=self.state.key(step))["family"]]
            self.state.set(step, mine[0]["family_unit_id"])
        self.admit(family, "player_code", family.siblings)
        self.admit(family, "parent_code", family.parents)

    def admit(self, family, code, people):
        """Adds people who have never joined; members who left later are not added again."""
        for person in people:
            step = f"family.{family.name}.{person}"
            if not self.state.done(step):
                codes = self.compass.json("family", "codes", person=family.founder)
                self.compass.run("family", "join", codes[code], person=person)
                self.state.set(step, True)

    # Records

    def load(self, family, shift_days):
        """Loads schools, coaches and interactions of a family."""
        step = f"loaded.{family.name}"
        if self.state.done(step):
            return
        mine = [
            (number, row)
            for number, row in enumerate(rows("interactions.csv"))
            if LOGGED_BY[number % len(LOGGED_BY)] in family.players
        ]
        schools = self.load_schools(family, {row["school_unitid"] for _, row in mine})
        coaches = self.load_coaches(family, {row["coach_key"] for _, row in mine}, schools)
        self.load_interactions(family, mine, schools, coaches, shift_days)
        self.state.set(step, len(mine))

    def load_schools(self, family, wanted):
        """Adds schools from the catalogue. Returns catalogue id -> school id."""
        have = self.schools(family)

        def add(unitid):
            self.compass.run(
                "schools", "add", "--catalogue", unitid, person=family.founder,
                key=self.state.key(f"school.{family.name}.{unitid}"))

        self.each(f"{family.name}: schools", sorted(wanted - set(have)), add)
        return self.schools(family)

    def schools(self, family):
        answer = self.compass.json("schools", "list", person=family.founder)
        return {school["catalogue_id"]: school["id"] for school in answer["schools"]}

    def load_coaches(self, family, wanted, schools):
        """Adds the coaches that the rows name. Returns key -> coach id."""
        named = [row for row in rows("coaches.csv") if row["coach_key"] in wanted]

        def identity(row):
            return schools[row["school_unitid"]], row["first_name"], row["last_name"]

        def add(row):
            words = [
                "coaches", "add", "--school", schools[row["school_unitid"]], "--role", row["role"],
                "--first-name", row["first_name"], "--last-name", row["last_name"],
            ]
            for flag, column in (
                ("--email", "email"), ("--phone", "phone"), ("--twitter", "twitter_handle"),
                ("--instagram", "instagram_handle"), ("--notes", "notes"),
            ):
                words += [flag, row[column]] if row[column] else []
            self.compass.run(
                *words, person=family.founder,
                key=self.state.key(f"coach.{family.name}.{row['coach_key']}"))

        have = self.coaches(family)
        self.each(
            f"{family.name}: coaches", [row for row in named if identity(row) not in have], add)
        have = self.coaches(family)
        return {row["coach_key"]: have[identity(row)] for row in named}

    def coaches(self, family):
        answer = self.compass.json("coaches", "list", person=family.founder)
        return {
            (coach["school_id"], coach["first_name"], coach["last_name"]): coach["id"]
            for coach in answer["coaches"]
        }

    def load_interactions(self, family, mine, schools, coaches, shift_days):
        """Logs the rows, each by its player, moved by `shift_days`. All instants differ, so an
        instant identifies an existing row."""
        have = {
            row["occurred_at"]
            for player in family.players
            for row in self.compass.json("interactions", "list", person=player)["interactions"]
        }

        def moved(row):
            return instant(row["occurred_at"]) + datetime.timedelta(days=shift_days)

        def add(numbered):
            number, row = numbered
            words = [
                "interactions", "add", "--type", row["type"], "--direction", row["direction"],
                "--school", schools[row["school_unitid"]],
                "--at", moved(row).strftime("%Y-%m-%dT%H:%M:%SZ"),
            ]
            if row["coach_key"]:
                words += ["--coach", coaches[row["coach_key"]]]
            for flag in ("subject", "content", "sentiment"):
                words += [f"--{flag}", row[flag]] if row[flag] else []
            self.compass.run(
                *words, person=LOGGED_BY[number % len(LOGGED_BY)],
                key=self.state.key(f"interaction.{row['interaction_key']}"))

        missing = [
            (number, row) for number, row in mine
            if moved(row).strftime("%Y-%m-%dT%H:%M:%S.000Z") not in have
        ]
        self.each(f"{family.name}: interactions", missing, add)

    def load_events(self, family, shift_days, today):
        """Loads events and metrics of a family, moved by `shift_days`. Metrics in the future are
        left out, future events are not attended, and schools that the family does not follow are
        left out."""
        step = f"events.{family.name}"
        if self.state.done(step):
            return

        def moved(day):
            if not day:
                return ""
            moved = datetime.date.fromisoformat(day) + datetime.timedelta(days=shift_days)
            return moved.isoformat()

        def renamed(row):
            """The name with the year of the moved event."""
            return row["name"].replace(row["start_date"][:4], moved(row["start_date"])[:4])

        followed = set(self.schools(family))
        events = [
            {
                **row, "name": renamed(row),
                "start_date": moved(row["start_date"]), "end_date": moved(row["end_date"]),
                "school_unitid":
                    row["school_unitid"] if row["school_unitid"] in followed else "",
                "attended": row["attended"] == "True" and moved(row["start_date"]) <= today,
            }
            for row in rows("events.csv")
        ]
        metrics = [
            {**row, "recorded_date": moved(row["recorded_date"])}
            for row in rows("metrics.csv") if moved(row["recorded_date"]) <= today
        ]
        self.bring(family, "events", events)
        self.bring(family, "metrics", metrics)
        self.state.set(step, len(events))

    def load_posts(self, family, shift_days):
        """Loads posts of coaches and programs, moved by `shift_days`. Adds schools that the family
        does not follow, and skips posts that it already has."""
        step = f"posts.{family.name}"
        if self.state.done(step):
            return
        path = os.path.join(DATA, "posts.jsonl")
        with open(path, encoding="utf-8") as file:
            posts = [json.loads(line) for line in file]
        for post in posts:
            moved = datetime.datetime.fromisoformat(post["post_date"].replace("Z", "+00:00"))
            moved += datetime.timedelta(days=shift_days)
            post["post_date"] = moved.strftime("%Y-%m-%dT%H:%M:%SZ")
        self.say(f"{family.name}: posts: importing {len(posts)}")
        self.compass.run(
            "posts", "import", "-", "--add-schools", person=family.founder,
            text="\n".join(json.dumps(post) for post in posts))
        self.state.set(step, len(posts))

    def bring(self, family, kind, records):
        """Imports all records at once, unless the family already has some."""
        if self.compass.json(kind, "list", "--limit", "1", person=family.founder)["total"]:
            return
        self.say(f"{family.name}: {kind}: importing {len(records)}")
        text = io.StringIO()
        writer = csv.DictWriter(text, list(records[0]))
        writer.writeheader()
        writer.writerows(records)
        self.compass.run(
            "import", kind, "-", person=family.founder, text=text.getvalue().rstrip("\r\n"))

    def each(self, what, items, add):
        """Adds all items, several at a time."""
        if not items:
            return
        self.say(f"{what}: adding {len(items)}")
        with ThreadPoolExecutor(COMMANDS_AT_ONCE) as pool:
            for _ in pool.map(add, items):
                pass
