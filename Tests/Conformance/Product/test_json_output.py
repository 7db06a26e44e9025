"""`--json` output of every command, errors included, against the JSON Schema of the services.

COMMANDS names the JSON form of each command; a command that is missing there fails. SESSION runs
each of them successfully at least once, and REFUSALS runs each at least once with an error.
"""

import base64
import dataclasses
import hmac
import json
import struct
import time

import pytest

import compass
import people
import website


def record(**properties):
    """An object with exactly these keys."""
    return {
        "type": "object", "properties": properties, "required": sorted(properties),
        "additionalProperties": False}


TEXT = {"type": "string"}
UUID = {"type": "string", "format": "uuid"}
COUNT = {"type": "integer", "minimum": 0}
OBJECT = {"type": "object"}
FINDING = record(
    name=TEXT, state={"enum": ["ready", "down"]}, version=TEXT, round_trip_us=COUNT, queued=COUNT,
    in_flight=COUNT, problem={"type": ["string", "null"]})
FINDINGS = record(services={"type": "array", "items": FINDING, "minItems": 1})

#: An operation in the trash.
TIME = {"type": ["string", "null"], "format": "date-time"}
OPERATION = record(
    id=UUID, kind=TEXT, effect={"enum": ["deleted", "added"]}, title={"type": ["string", "null"]},
    counts={"type": "object", "additionalProperties": COUNT}, actor=UUID, actor_name=TEXT,
    created_at=TIME, undone_at=TIME, purged_at=TIME, expires_at=TIME, service=TEXT,
    updated={"type": ["object", "null"], "additionalProperties": COUNT},
    merge={"anyOf": [{"type": "null"}, record(
        into=TEXT, moved={"type": "object", "additionalProperties": COUNT},
        state={"enum": ["done", "running"]})]})

#: The history, from all services.
HISTORY = record(
    next_cursor={"type": ["string", "null"]}, unavailable={"type": "array", "maxItems": 0},
    entries={"type": "array", "items": record(
        id=UUID, type=TEXT, record_type=TEXT, record_id=UUID, version={"type": "integer"},
        occurred_at=TIME, actor={"type": ["string", "null"]},
        actor_name={"type": ["string", "null"]}, role={"enum": ["player", "parent", None]},
        trace_id={"type": ["string", "null"]}, service=TEXT,
        before={"type": ["object", "null"]}, after={"type": ["object", "null"]},
        merged_into={"anyOf": [{"type": "null"}, record(
            id=UUID, name={"type": ["string", "null"]})]})})

#: The result for each line of `interactions add --from -`.
VERDICTS = record(
    key={"type": ["string", "null"], "pattern": "^[0-9a-f-]{36}$"}, logged=COUNT, accepted=COUNT,
    refused=COUNT,
    lines={"type": "array", "minItems": 1, "items": {
        "type": "object", "required": ["line", "status"], "additionalProperties": False,
        "properties": {
            "line": {"type": "integer", "minimum": 1},
            "status": {"enum": ["logged", "accepted", "refused"]},
            "id": {"type": "string", "format": "uuid"}, "replayed": {"type": "boolean"},
            "warnings": {"type": "array", "items": TEXT},
            "error": compass.ERROR["properties"]["error"]}}})

#: A backup's file; one that is whole has no problem.
BACKUP = record(
    path=TEXT, made_at=TEXT, bytes=COUNT, is_encrypted={"type": "boolean"},
    is_whole={"const": True})

#: The JSON form of each command: an operation's response, or a form of the command itself.
COMMANDS = {
    "signup": "users.signUp",
    "login": "sessions.login",
    "login list": record(sign_ins={"type": "array", "items": record(
        email=TEXT, full_name=TEXT, is_current={"type": "boolean"}, name=TEXT,
        role={"enum": ["player", "parent"]})}),
    "login use": record(full_name=TEXT, name=TEXT),
    "logout": "sessions.logout",
    "whoami": "users.whoAmI",
    "password change": "users.changePassword",
    "password reset": "users.resetPassword",
    "password codes": "users.recoveryCodes",
    "password renew-codes": "users.renewRecoveryCodes",
    "second-factor show": "users.secondFactor",
    "second-factor add": "users.beginSecondFactor",
    "second-factor confirm": "users.confirmSecondFactor",
    "second-factor remove": "users.removeSecondFactor",
    "sessions list": "sessions.list",
    "sessions end": "sessions.end",
    "tokens list": "tokens.list",
    "tokens add": "tokens.add",
    "tokens revoke": "tokens.revoke",
    "hooks list": "hooks.list",
    "hooks add": "hooks.add",
    "hooks deliveries": "hooks.deliveries",
    "hooks test": "hooks.test",
    "hooks replay": "hooks.replay",
    "hooks remove": "hooks.remove",
    "family show": "families.show",
    "family create": "families.create",
    "family codes": "families.codes",
    "family renew-code": "families.renewCode",
    "family join": "families.join",
    "family members": "families.show",
    "family remove": "families.removeMember",
    "family leave": "families.leave",
    "family reset-password": "families.makeResetCode",
    "family export": record(family_unit_id=UUID, folder=TEXT, interactions=COUNT, files=COUNT),
    "export": record(counts={"type": "object", "additionalProperties": COUNT}, file=TEXT),
    "import archive": record(
        added={"type": "object", "additionalProperties": COUNT}, dry_run={"type": "boolean"},
        refused={"type": "array", "items": record(id=TEXT, reason=TEXT, table=TEXT)}),
    "import log": record(
        added={"type": "object", "additionalProperties": COUNT},
        assumptions={"type": "array", "items": TEXT}, dry_run={"type": "boolean"},
        operation_ids={"type": "array", "items": UUID}, skipped=COUNT,
        rows={"type": "array", "items": record(
            already_logged={"type": "boolean"}, coach={"type": ["string", "null"]},
            coach_is_new={"type": "boolean"}, line=COUNT, school={"type": "string"},
            school_is_new={"type": "boolean"})}),
    "family rename": "families.rename",
    "family set": "families.setTimeZone",
    "family switch": record(family=record(
        family_unit_id={"type": "string", "format": "uuid"}, name=TEXT,
        role={"enum": ["player", "parent"]}, time_zone=TEXT)),
    "preferences show": "preferences.show",
    "preferences set": "preferences.update",
    "profile show": "profiles.list",
    "profile edit": "profiles.edit",
    "schools search": "schools.search",
    "schools list": "schools.list",
    "schools show": "schools.show",
    "schools add": "schools.add",
    "schools edit": "schools.edit",
    "schools dupes": "schools.duplicates",
    "schools delete": "schools.delete",
    "schools blockers": "schools.deletionBlockers",
    "coaches list": "coaches.list",
    "coaches show": "coaches.show",
    "coaches explain": "coaches.explain",
    "coaches add": "coaches.add",
    "coaches edit": "coaches.edit",
    "coaches dupes": "coaches.duplicates",
    "coaches merge": "coaches.merge",
    "schools merge": "schools.merge",
    "coaches delete": "coaches.delete",
    "coaches blockers": "coaches.deletionBlockers",
    "coaches contact": record(coach_id=UUID, links={
        "type": "array", "items": record(url=TEXT, way={
            "enum": ["email", "text", "twitter", "instagram"]})}),
    "coaches export": "coaches.export",
    "interactions list": "interactions.list",
    "queue list": "queue.list",
    "queue show": "queue.show",
    "queue set": "queue.set",
    "queue snooze": "queue.snooze",
    "queue done": "queue.done",
    "queue skip": "queue.skip",
    "windows import": "windows.import",
    "windows list": "windows.list",
    "windows clear": "windows.clear",
    "windows template": record(csv=TEXT),
    "interactions show": "interactions.show",
    "interactions add": "interactions.create",
    "interactions edit": "interactions.edit",
    "interactions note": "interactions.note",
    "interactions export": "interactions.export",
    "interactions delete": "interactions.delete",
    "views list": "views.list",
    "views remove": "views.remove",
    "undo": "operations.undo",
    "history": HISTORY,
    "audit": HISTORY,
    "trash list": record(
        operations={"type": "array", "items": OPERATION},
        unavailable={"type": "array", "items": TEXT, "maxItems": 0}),
    "search": record(
        hits={"type": "array", "items": OBJECT}, has_more={"type": "boolean"},
        unavailable={"type": "array", "items": TEXT, "maxItems": 0}),
    "digest": record(
        week=TEXT, first_day=TEXT, last_day=TEXT, time_zone=TEXT, family_name=TEXT, today=TEXT,
        contacts=OBJECT, answers={"type": "array", "items": OBJECT},
        overdue={"type": ["array", "null"], "items": OBJECT},
        events={"type": ["array", "null"], "items": OBJECT}, posts=OBJECT,
        unavailable={"type": "array", "items": TEXT, "maxItems": 0}),
    "timeline": record(
        entries={"type": "array", "items": OBJECT}, figures=OBJECT, has_more={"type": "boolean"},
        next_cursor={"type": ["string", "null"]},
        unavailable={"type": "array", "items": TEXT, "maxItems": 0}),
    "service reindex": record(records={
        "type": "object", "additionalProperties": COUNT}),
    "trash restore": "operations.undo",
    "trash purge": "operations.purge",
    "attachments add": "attachments.list",
    "attachments list": "attachments.list",
    "attachments get": "attachments.list",
    "attachments remove": "attachments.remove",
    "events list": "events.list",
    "events show": "events.show",
    "events add": "events.add",
    "events edit": "events.edit",
    "events delete": "events.delete",
    "events blockers": "events.deletionBlockers",
    "events attend": "events.attend",
    "events log": "interactions.create",
    "events coaches list": "events.availableCoaches",
    "events coaches add": "events.addCoach",
    "events coaches remove": "events.removeCoach",
    "events ics": "events.show",
    "calendar link": record(
        address={"type": "string", "pattern": "^http://[0-9.:]+/calendar/[-_A-Za-z0-9]{43}[.]ics$"},
        created_at=TEXT, replaced={"type": "boolean"}),
    "calendar revoke": "calendar.revoke",
    "calendar export": record(calendar=TEXT, events=COUNT, follow_ups=COUNT),
    "events directions": record(
        event_id=UUID, place={"type": ["string", "null"]},
        url={"type": "string", "pattern": "^https://[!-~]+$"}),
    "metrics list": "metrics.list",
    "metrics bests": "metrics.bests",
    "metrics add": "metrics.add",
    "metrics edit": "metrics.edit",
    "metrics delete": "metrics.delete",
    "metrics export": "metrics.list",
    "posts list": "posts.list",
    "posts add": "posts.add",
    "posts import": "posts.finishImport",
    "posts delete": "posts.delete",
    "analytics show": "analytics.social",
    "notifications list": "notifications.list",
    "notifications count": "notifications.counts",
    "notifications read": "notifications.markRead",
    "import schools": "schools.commitImport",
    "import coaches": "coaches.commitImport",
    "import interactions": "interactions.commitImport",
    "import events": "events.commitImport",
    "import metrics": "metrics.commitImport",
    "import template": record(template=TEXT),
    "admin reset-password": "users.makeResetCode",
    "admin users": record(users={"type": "array"}),
    "admin families": record(families={"type": "array"}, unmeasured={"type": "array"}),
    "admin suspend": "users.suspend",
    "admin resume": "users.resume",
    "admin invite": "users.invite",
    "admin invitations": "users.invitations",
    "admin uninvite": "users.revokeInvitation",
    "admin config": record(
        settings={"type": "array", "items": record(
            key=TEXT, source={"enum": ["environment", "file", "default"]},
            value={"type": ["string", "null"]})},
        problems={"type": "array", "items": record(message=TEXT, program=TEXT)}),
    "service status": FINDINGS,
    "service ping": FINDINGS,
    "service info": "$srv.info",
    "service stats": "$srv.stats",
    "service schema": "$srv.schema",
    "backup create": record(
        backup=BACKUP, databases=COUNT, attachments=COUNT, pause_ms=COUNT, duration_ms=COUNT,
        removed={"type": "array", "items": TEXT}),
    "backup list": record(folder=TEXT, backups={"type": "array", "items": BACKUP}),
    "backup verify": record(
        backup=BACKUP, databases=COUNT, attachments=COUNT, duration_ms=COUNT,
        problems={"type": "array", "items": TEXT}),
    "backup restore": record(
        backup=BACKUP, home=TEXT, databases=COUNT, attachments=COUNT, duration_ms=COUNT),
    "completion": record(script=TEXT),
    "help": {
        "type": "object", "additionalProperties": False,
        "required": ["program", "summary", "flags", "commands", "topics", "exit_codes"],
        "properties": {
            "program": TEXT, "summary": TEXT, "flags": {"type": "array", "items": OBJECT},
            "commands": {"type": "array", "items": OBJECT}, "aliases": OBJECT,
            "topics": {"type": "array", "items": TEXT},
            "exit_codes": {"type": "array", "items": record(code=COUNT, meaning=TEXT)}}},
    "version": record(version=TEXT),
}


@dataclasses.dataclass
class Step:
    """One command that succeeds. Names in braces are replaced by values from earlier steps."""

    command: str
    words: list = dataclasses.field(default_factory=list)
    who: str = "player"
    text: str = ""
    #: Names of values to keep, with their paths in the answer.
    keep: dict = dataclasses.field(default_factory=dict)
    #: Whether it is also run as a dry run first.
    rehearsed: bool = True
    #: The operation that answers, if not the one in COMMANDS.
    operation: str = ""


LINE = (
    '{{"type":"text","direction":"inbound","school_id":"{school}",'
    '"occurred_at":"2026-02-03T14:15:00Z"}}\n')

POSTS = """{{"platform":"twitter","post_date":"2026-02-03T12:00:00Z","post_url":"https://x.test/2"}}
{{"platform":"instagram","post_date":"2026-02-03T12:00:00.5+01:00","school":null}}
"""

WINDOWS = (
    "division,types,kind,first_day,last_day,note,source,checked_on\n"
    ",text;email,closed,2000-01-01,,Ask <b>first</b>,https://ete.example/rules,2001-01-01\n"
    "D2,,open,2026-02-03,2026-02-04,,\"By phone, Mr. O'Neil\",2026-02-03\n")

SESSION = [
    Step("login list"), Step("login use", ["player"]),
    Step("whoami"), Step("family show"), Step("family members"), Step("family codes"),
    Step("profile show"), Step("profile edit", ["--positions", "SS", "--gpa", "3.85"]),
    Step("profile show", who="parent"),
    Step("preferences show"), Step("preferences set", ["--reminders"]),
    Step("preferences set", ["--digest"]),
    Step("preferences set", ["--no-alerts", "--zone", "America/Denver"]),
    Step("schools list"), Step("coaches list"), Step("interactions list"),
    Step("interactions list", who="parent"),
    Step("schools search", ["north", "carolina"]),
    Step("schools search", ["nothing", "is", "called", "so"]),
    Step("schools add", ["--catalogue", "199193"], keep={"school": "school.id"}),
    Step("schools add", [
        "--name", "Été \"College\"", "--city", "Nîmes", "--state", "NC", "--division", "D2",
        "--conference", "C", "--website", "https://ete.example", "--twitter", "@ete",
        "--instagram", "ete.ete", "--notes", "quiet\tplace\nby the sea"]),
    Step("schools add", ["--name", "Half"], keep={"half": "school.id"}),
    Step("schools merge", ["{school}", "{half}", "--yes"]),
    Step("schools list"), Step("schools show", ["{school}"]), Step("schools dupes"),
    Step("schools list", ["--search", "coll", "--division", "D2", "--limit", "1"]),
    Step("schools edit", ["{school}", "--city", "", "--notes", "n"]),
    Step("coaches add", [
        "--school", "{school}", "--role", "head", "--first-name", "Zoë", "--last-name", "O'Neil",
        "--email", "z@x.example", "--phone", "(336) 555-0101", "--twitter", "zoe",
        "--instagram", "zoe", "--notes", "n"], keep={"coach": "coach.id"}),
    Step("coaches add", ["--first-name", "No", "--last-name", "School"],
         keep={"kept": "coach.id"}),
    Step("coaches add", ["--first-name", "No", "--last-name", "School"],
         keep={"twin": "coach.id"}),
    Step("coaches dupes"), Step("coaches dupes", who="parent"),
    Step("coaches merge", ["{kept}", "{twin}", "--yes"]),
    Step("coaches list"), Step("coaches list", ["--school", "{school}"]),
    Step("coaches list", [
        "--search", "zo", "--role", "head", "--contacted-within", "90", "--responsiveness", "low",
        "--school", "{school}", "--sort", "last_contact", "--limit", "1"]),
    Step("coaches edit", ["{coach}", "--notes", "", "--phone", "(336) 555-0102"]),
    Step("coaches contact", ["{coach}"]), Step("coaches contact", ["{coach}"], who="parent"),
    Step("coaches export"), Step("coaches export", ["--sort", "school"]),
    Step("coaches show", ["{coach}"]), Step("coaches explain", ["{coach}"]),
    Step("coaches explain", ["{coach}"], who="parent"),
    Step("schools show", ["{school}"], who="parent"),
    Step("interactions add", ["--type", "email", "--school", "{school}"],
         keep={"row": "interaction.id"}),
    Step("interactions add", [
        "--type", "phone_call", "--direction", "inbound", "--coach", "{coach}",
        "--sentiment", "very_positive", "--signals", "visit,roster,personal,contact",
        "--subject", "<b>Fall</b> 🏈", "--content", "5<6\n\ttwo", "--at", "2026-02-03 14:15"]),
    Step("interactions add", [
        "--type", "game", "--school", "{school}", "--other-coach", "Jo <i>Doe</i>",
        "--sentiment", "negative", "--signals", "visit"]),
    Step("interactions add", ["--from", "-"], text=LINE + LINE, operation="verdicts"),
    Step("interactions list"), Step("interactions list", who="parent"),
    Step("queue list"), Step("queue list", who="parent"), Step("queue list", who="sibling"),
    Step("queue snooze", ["{coach}", "--days", "3"]), Step("queue done", ["{coach}"]),
    Step("queue skip", ["{coach}"]), Step("queue set", ["{coach}", "--every", "7", "--on", ""]),
    Step("queue show", ["{coach}"]), Step("queue show", ["{coach}"], who="parent"),
    Step("queue set", ["{coach}", "--every", ""]), Step("queue show", ["{coach}"], who="sibling"),
    Step("windows template"), Step("windows list"),
    Step("windows import", ["-"], text=WINDOWS), Step("windows list"),
    Step("windows list", who="parent"), Step("queue list"),
    Step("interactions add", ["--type", "text", "--school", "{school}"]),
    Step("windows clear", ["--yes"]), Step("windows list", who="sibling"),
    Step("interactions list", who="sibling"),
    Step("search", ["fall"]), Step("search", ["fall"], who="parent"),
    Step("search", ["fall", "type:email", "--limit", "1"], who="sibling"),
    Step("digest"), Step("digest", ["--this"], who="parent"),
    Step("digest", ["--week", "2026-W01"], who="sibling"),
    Step("timeline", ["{coach}"]), Step("timeline", ["{coach}"], who="parent"),
    Step("timeline", ["--school", "{school}", "--limit", "1"], who="sibling"),
    Step("service reindex", ["coaches"]), Step("service reindex"),
    Step("interactions list", [
        "--search", "fall", "--type", "phone_call", "--direction", "inbound", "--sentiment",
        "very_positive", "--days", "90", "--school", "{school}", "--coach", "{coach}",
        "--since", "2026-01-01", "--until", "2999-01-01", "--logged-by", "me", "--limit", "1"]),
    Step("interactions list", ["--search", "nothing says so"]),
    Step("interactions show", ["{row}"]), Step("interactions show", ["{row}"], who="parent"),
    Step("interactions edit", ["{row}", "--subject", "Fall camp", "--event", ""]),
    Step("interactions note", ["{row}", "--text", "Paid"], keep={"deletion": "operation_id"}),
    Step("undo", ["{deletion}"]),
    Step("interactions export"), Step("interactions export", ["--type", "camp"]),
    Step("interactions export", ["{row}"], operation="interactions.exportRecord"),
    Step("interactions delete", ["{row}", "--yes"], keep={"deletion": "operation_id"}),
    Step("undo", ["{deletion}"]),
    Step("interactions delete", ["--all-matching", "--type", "email", "--yes"],
         operation="interactions.deleteMany", keep={"deletion": "operation_id"}),
    Step("undo", ["{deletion}"]),
    Step("interactions list", ["--type", "email", "--save", "Camps", "--shared"]),
    Step("interactions list", ["--view", "camps"], who="parent"),
    Step("views list"), Step("views list", ["--list", "interactions"], who="parent"),
    Step("views remove", ["Camps"]),
    Step("interactions add", ["--type", "dm", "--school", "{school}", "--attach", "{letter}"]),
    Step("attachments list", ["{row}"]),
    Step("attachments add", ["{row}", "{letter}", "{letter}"], keep={"file": "attachments.0.id"}),
    Step("attachments list", ["{row}"]), Step("attachments list", ["{row}"], who="parent"),
    Step("interactions show", ["{row}"]), Step("interactions list"),
    Step("attachments get", ["{row}", "{file}", "--to", "{folder}"], who="parent"),
    Step("attachments remove", ["{row}", "letter (2).txt", "--yes"],
         keep={"removal": "operation_id"}),
    Step("undo", ["{removal}"]),
    Step("events add", ["--type", "showcase", "--name", "Spring Showcase", "--start-date",
                        "2026-04-15", "--end-date", "2026-04-16", "--start-time", "09:00",
                        "--end-time", "17:00", "--school", "{school}", "--cost", "75.50",
                        "--stats", '{{"at_bats": 4, "notes": ["a", null]}}'],
         keep={"event": "event.id"}),
    Step("events edit", ["{event}", "--cost", "", "--registered", "--city", "Durham"]),
    Step("events list"), Step("events list", ["--period", "upcoming", "--limit", "1"]),
    Step("events list", ["--type", "showcase", "--tz", "Asia/Tokyo"], who="parent"),
    Step("events coaches list", ["{event}"]),
    Step("events coaches add", ["{event}", "{coach}"]),
    Step("events show", ["{event}"]), Step("events show", ["{event}"], who="parent"),
    Step("events ics", ["{event}"], who="parent"), Step("events directions", ["{event}"]),
    # No dry run of what creates a secret.
    Step("calendar link", rehearsed=False),
    Step("calendar link", who="parent", rehearsed=False),
    Step("calendar export"), Step("calendar export", who="parent"),
    Step("calendar revoke"), Step("calendar revoke", who="parent"),
    Step("events coaches remove", ["{event}", "{coach}"]),
    Step("events attend", ["{event}"]), Step("events attend", ["{event}"]),
    Step("metrics add", ["--event", "{event}", "--type", "velocity", "--value", "92.5"],
         keep={"metric": "metric.id"}),
    Step("metrics edit", ["{metric}", "--value", "93", "--verified"]),
    Step("metrics list"), Step("metrics list", ["--event", "{event}"], who="parent"),
    Step("metrics bests", who="parent"),
    Step("metrics export"), Step("metrics export", ["--event", "{event}"], who="parent"),
    Step("events blockers", ["{event}"]),
    Step("events log", ["{event}", "--type", "game", "--direction", "inbound", "--content",
                        "Liked the swing", "--sentiment", "positive"]),
    Step("events attend", ["{event}", "--log", "--direction", "outbound", "--content", "Again"]),
    Step("metrics delete", ["{metric}", "--yes"]),
    Step("events delete", ["{event}", "--yes"]),
    Step("posts add", [
        "--platform", "twitter", "--url", "https://x.example/status/1", "--content", "5<6 🏈",
        "--school", "{school}", "--recruiting", "--sentiment", "positive", "--handle", "@a",
        "--author", "A", "--engagement", "3"], keep={"post": "post.id"}),
    Step("posts add", ["--platform", "instagram", "--at", "2026-02-03 14:15"]),
    Step("posts import", ["-"], keep={"posts": "operation_id"}, text=POSTS),
    Step("posts import", ["-", "--format", "csv", "--add-schools"],
         text="Platform,Date,Unitid,Recruiting\nX,2026-02-03 14:15,198385,yes\n"),
    Step("posts list"), Step("posts list", who="parent"),
    Step("posts list", [
        "--platform", "twitter", "--school", "{school}", "--recruiting", "--sentiment",
        "positive", "--days", "90", "--since", "2026-01-01", "--until", "2999-01-01",
        "--limit", "1"]),
    Step("posts delete", ["{post}", "--yes"], keep={"unposted": "operation_id"}),
    Step("undo", ["{unposted}"]),
    Step("undo", ["{posts}"]),
    Step("analytics show"), Step("analytics show", ["--range", "all"], who="parent"),
    Step("analytics show", ["--range", "7", "--svg", "{folder}", "--yes"]),
    Step("notifications list"), Step("notifications list", who="parent"),
    Step("notifications list", ["--unread", "--limit", "1"], who="parent"),
    Step("notifications count", who="parent"),
    Step("notifications read", ["--all"], who="parent"),
    Step("notifications list", ["--unread"], who="parent"),
    Step("interactions delete", ["{row}", "--cascade", "--yes"],
         operation="interactions.cascadeDelete", keep={"deletion": "operation_id"}),
    Step("undo", ["{deletion}"]),
    Step("coaches blockers", ["{coach}"]), Step("schools blockers", ["{school}"]),
    Step("coaches delete", ["{coach}", "--cascade", "--yes"], operation="coaches.cascadeDelete",
         keep={"going": "operation_id"}),
    Step("undo", ["{going}"]), Step("coaches show", ["{coach}"]),
    Step("schools delete", ["{school}", "--cascade", "--yes"], operation="schools.cascadeDelete",
         keep={"going": "operation_id"}),
    Step("trash list"), Step("undo", ["{going}"]), Step("interactions show", ["{row}"]),
    Step("coaches add", ["--first-name", "Go", "--last-name", "Away"], keep={"away": "coach.id"}),
    Step("coaches blockers", ["{away}"]), Step("coaches delete", ["{away}", "--yes"]),
    Step("schools add", ["--name", "Gone College"], keep={"gone": "school.id"}),
    Step("schools blockers", ["{gone}"]), Step("schools delete", ["{gone}", "--yes"]),
    Step("import template", ["schools"]), Step("import template", ["posts"], who="parent"),
    Step("import schools", ["-"], text="name,unitid\nPine Hill College,\n,199193\n"),
    Step("import schools", ["-", "--update"], text="name,city\nPine Hill College,Pine Hill\n"),
    Step("import coaches", ["-", "--add-schools"],
         text="coach_key;school_unitid;Name\nc1;198419;Ann Lee\nc2;;Bo Hart"),
    Step("import interactions", ["-"], keep={"import": "operation_id"}, text=(
        "type,direction,date,school,coach key,notes\n"
        "Phone Call,in,2026-02-03 14:15,,c1,\"two\nlines [Coach Interest Level: HIGH]\"\n")),
    Step("undo", ["{import}"]),
    Step("import events", ["-"], text=(
        "event_key,Event,Type,Date,Start Time,School,Cost,Registered\n"
        'e1,Fall Camp,Camp,10/3/2026,9:00 AM,,"$1,075.50",yes\n')),
    Step("import metrics", ["-"], text=(
        "event_key,type,value,date,verified\ne1,Pop Time,1.95,,yes\n,velocity,90,2026-01-05,no\n")),
    Step("import log", ["-", "--yes"], keep={"log": "operation_ids.0"}, text=(
        "Date,School,Coach\n2/3/2026,Quorvale College,Pat Sample\n2/4/2026,Quorvale,\n")),
    Step("undo", ["{log}"]),
    Step("interactions delete", ["{row}", "--yes"], keep={"deletion": "operation_id"}),
    Step("trash list"), Step("trash list", ["--limit", "1"]), Step("trash list", who="sibling"),
    Step("trash restore", ["{deletion}"]),
    Step("interactions delete", ["{row}", "--yes"], keep={"deletion": "operation_id"}),
    Step("trash purge", ["{deletion}", "--yes"]), Step("trash purge", ["--all", "--yes"]),
    Step("trash list"),
    Step("history", ["{row}"]), Step("history", ["{row}"], who="parent"),
    Step("history", ["{coach}", "--limit", "1"]), Step("audit"), Step("audit", who="parent"),
    Step("audit", who="sibling"),
    Step("audit", ["--since", "1d", "--until", "now", "--by", "me", "--limit", "3"]),
    Step("service status"), Step("service ping"), Step("service ping", ["identity"]),
    *[Step(f"service {verb}", [service])
      for verb in ("info", "stats", "schema") for service in people.SERVICES],
    Step("backup list"), Step("backup create", ["--keep", "2"], keep={"backup": "backup.path"}),
    Step("backup list"), Step("backup verify", ["{backup}"]),
    Step("backup restore", ["{backup}", "--home", "{folder}/second"]),
    Step("completion", ["bash"]), Step("completion", ["zsh"]), Step("completion", ["fish"]),
    Step("help"), Step("version"),
    Step("family rename", ["The", "Rivieras"]), Step("family set", ["--zone", "America/Denver"]),
    Step("family renew-code", ["parent"]), Step("family renew-code", ["player"]),
    Step("family remove", ["{leaver}", "--yes"]),
    Step("signup", [
        "--email", "new.{tag}@json.example", "--name", "New Player", "--role", "player",
        "--password-stdin", "--no-login"], who="new", text=people.PASSWORD),
    Step("login", ["--email", "new.{tag}@json.example", "--password-stdin"], who="new",
         text=people.PASSWORD, rehearsed=False),
    Step("family create", ["New", "Family"], who="new"),
    Step("family switch", ["New Family"], who="new", rehearsed=False),
    Step("export", ["--all", "{folder}/everything.zip"]),
    Step("import archive", ["{folder}/everything.zip"], who="new"),
    # No dry run of codes, because each try counts towards the limit on guesses.
    Step("family join", ["{code}"], who="guest", rehearsed=False),
    Step("family join", ["{code}"], who="guest", rehearsed=False),
    # No dry run of commands with secrets.
    Step("login", ["--email", "new.{tag}@json.example", "--password-stdin"], who="phone",
         text=people.PASSWORD, rehearsed=False, keep={"session": "session.id"}),
    Step("sessions list", who="new"), Step("sessions end", ["{session}"], who="new"),
    # No dry run of what creates a secret.
    Step("tokens add", ["spreadsheet"], who="new", rehearsed=False, keep={"token": "token.id"}),
    Step("tokens list", who="new"), Step("tokens revoke", ["{token}"], who="new"),
    Step("hooks list"),
    Step("hooks add", ["https://host.invalid/a?key=1", "--records", "coach,post"],
         rehearsed=False, keep={"hook": "hook.id"}),
    Step("hooks list"), Step("hooks list", who="parent"), Step("hooks list", who="sibling"),
    Step("hooks test", ["{hook}"]), Step("hooks deliveries", ["{hook}"]),
    Step("hooks deliveries", ["{hook}", "--state", "failed"]),
    Step("hooks replay", ["{hook}", "--after", "0"]), Step("hooks replay", ["{hook}"]),
    Step("hooks remove", ["{hook}"]),
    Step("password renew-codes", ["--password-stdin"], who="new", text=people.PASSWORD,
         rehearsed=False, keep={"recovery": "codes.0", "spare": "codes.1"}),
    Step("password codes", who="new"),
    Step("second-factor add", ["--password-stdin"], who="new", text=people.PASSWORD,
         rehearsed=False, keep={"secret": "secret"}),
    Step("second-factor confirm", ["{app}"], who="new", rehearsed=False),
    Step("second-factor show", who="new"),
    Step("second-factor remove", ["--code", "{spare}", "--password-stdin"], who="new",
         text=people.PASSWORD, rehearsed=False),
    Step("password change", ["--password-stdin"], who="new", rehearsed=False,
         text=people.PASSWORD + "\ngranite saffron willow"),
    Step("password reset", ["--email", "new.{tag}@json.example", "--code", "{recovery}",
         "--password-stdin"], who="new", text="meadow lantern cobalt", rehearsed=False),
    Step("admin reset-password", ["new.{tag}@json.example"], rehearsed=False),
    Step("admin users"), Step("admin families"),
    Step("admin suspend", ["new.{tag}@json.example"]),
    Step("admin resume", ["new.{tag}@json.example"]),
    Step("admin invite", ["a {tag}"], rehearsed=False, keep={"invitation": "invitation.id"}),
    Step("admin invitations"), Step("admin uninvite", ["{invitation}"], rehearsed=False),
    Step("admin config"),
    Step("family reset-password", ["{sibling}", "--password-stdin"], who="parent",
         text=people.PASSWORD, rehearsed=False),
    Step("family leave", ["--yes"], who="guest"), Step("family leave", ["--yes"], who="sibling"),
    Step("whoami", who="sibling"),
    Step("family export", ["--to", "{folder}/export"], who="sibling"),
    Step("logout", ["--everywhere"], who="new"),
]


class Authenticator:
    """Shows the present code of the secret among the values (RFC 6238)."""

    def __init__(self, values):
        self.values = values

    def __format__(self, _):
        secret = base64.b32decode(self.values["secret"])
        step = struct.pack(">Q", int(time.time()) // 30)
        digest = hmac.digest(secret, step, "sha1")
        place = digest[-1] & 15
        number = int.from_bytes(digest[place:place + 4], "big") & 0x7fffffff
        return f"{number % 1_000_000:06}"


@pytest.fixture(scope="module")
def scene(tmp_path_factory):
    # The pages are where calendars are fetched.
    with website.Website() as product:
        shell = compass.Compass(product.home)
        player = product.person("Sam Rivera", "player")
        _, codes = product.family(player, "The Riveras")
        parent = product.join(product.person("Kim Rivera", "parent"), codes["parent_code"])
        sibling = product.join(product.person("Ana Rivera", "player"), codes["player_code"])
        stranger = product.person("Jo Stranger", "player")
        product.family(stranger, "Others")
        host = product.person("Pat Host", "player")
        host_codes = product.family(host, "Hosts")[1]
        guest = product.person("Lee Guest", "parent")
        leaver = product.join(product.person("Max Leaver", "parent"), codes["parent_code"])
        for who, person in (
                ("player", player), ("parent", parent), ("sibling", sibling),
                ("stranger", stranger), ("guest", guest)):
            shell.sign_in(person, who)
        folder = tmp_path_factory.mktemp("files")
        (folder / "letter.txt").write_text("Dear coach\n")
        values = {
            "folder": folder, "letter": folder / "letter.txt",
            "parent": parent.user_id, "leaver": leaver.user_id, "sibling": sibling.user_id,
            "tag": player.user_id[-8:],
            "code": host_codes["parent_code"], "missing": "0197f000-0000-7000-8000-000000000000"}
        values["app"] = Authenticator(values)
        yield shell, values


@pytest.fixture(scope="module")
def filed(scene):
    """The scene and a record that has a file, for tests that request a missing file."""
    shell, values = scene
    school = shell.json(["schools", "add", "--name", "School of files"], "player")["school"]["id"]
    row = shell.json(
        ["interactions", "add", "--type", "dm", "--school", school, "--attach",
         str(values["letter"])], "player")["interaction"]["id"]
    return shell, {**values, "row": row, "school": school}


@pytest.fixture(scope="module")
def schemas(scene):
    shell, _ = scene
    contracts = shell.contracts()
    return contracts | {"verdicts": VERDICTS} | {
        name: contracts[form] if isinstance(form, str) else form
        for name, form in COMMANDS.items()}


def kept(answer, path):
    for key in path.split("."):
        answer = answer[int(key)] if isinstance(answer, list) else answer[key]
    return answer


def lists(answer):
    """The lists among an answer's values, and the answer itself."""
    return [value for value in answer.values() if isinstance(value, list)] + [[answer]]


def test_every_command_has_its_form_and_is_tried(scene):
    names = set(scene[0].commands())
    assert set(COMMANDS) == names, "COMMANDS must say what the JSON of each command is"
    assert {step.command for step in SESSION} == names, "SESSION must run each command"
    assert {command for command, *_ in REFUSALS} == names, "REFUSALS must refuse each command"


#: How often a list may change between two reads.
READS_MAX = 5


def test_json_of_every_command_fits_the_published_schema(scene, schemas):
    shell, values = scene
    effects = {name: each["effect"] for name, each in shell.commands().items()}
    for step in SESSION:
        words = [*step.command.split(), *[word.format(**values) for word in step.words]]
        schema = schemas[step.operation or step.command]
        text = step.text.format(**values)
        if effects[step.command] == "mutating" and step.rehearsed:
            rehearsal = shell.json([*words, "--dry-run"], step.who, text)
            assert compass.problems(schema, rehearsal) == [], words
        answer = shell.json(words, step.who, text)
        assert compass.problems(schema, answer) == [], words
        values.update({name: kept(answer, path) for name, path in step.keep.items()})
        if effects[step.command] == "read_only" and not step.command.startswith("service"):
            # Either one line for each row, or one line for the whole answer.
            for _ in range(READS_MAX):
                lines = shell.run([*words, "-o", "jsonl"], step.who).stdout.splitlines()
                rows = [json.loads(line) for line in lines]
                if rows in lists(answer):
                    break
                # What follows from a step before may have arrived between both reads.
                answer = shell.json(words, step.who, text)
            assert rows in lists(answer), words


#: Command, words, who (None: not logged in), error.code, refused fields.
REFUSALS = [
    ("signup", ["--email", "x", "--name", " ", "--role", "player", "--password-stdin"], None,
     "validation_failed", {"email", "full_name", "password"}),
    ("signup", ["--role", "coach"], None, "validation_failed",
     {"email", "full_name", "password", "role"}),
    ("login", ["--email", "no@json.example", "--password-stdin"], None, "unauthenticated", None),
    ("login", [], None, "usage", None),
    ("login list", ["now"], None, "usage", None),
    ("login use", ["nobody"], None, "not_found", None),
    ("login", ["--dry-run"], None, "usage", None),
    ("logout", [], "nobody", "unauthenticated", None),
    ("whoami", [], "nobody", "unauthenticated", None),
    # The second line is missing.
    ("password change", ["--password-stdin"], "player", "usage", None),
    ("password change", [], "nobody", "unauthenticated", None),
    ("password reset", ["--email", "x", "--code", "y", "--password-stdin"], None,
     "validation_failed", {"email", "code", "password"}),
    ("password reset", [], None, "usage", None),
    ("password codes", [], "nobody", "unauthenticated", None),
    ("password renew-codes", ["--password-stdin"], "player", "validation_failed", {"password"}),
    ("second-factor show", [], "nobody", "unauthenticated", None),
    ("second-factor add", ["--password-stdin"], "player", "validation_failed", {"password"}),
    ("second-factor confirm", ["12"], "player", "validation_failed", {"code"}),
    ("second-factor remove", ["--code", "12", "--password-stdin"], "player", "validation_failed",
     {"code"}),
    ("sessions list", [], "nobody", "unauthenticated", None),
    ("sessions end", ["{missing}"], "player", "not_found", None),
    ("sessions end", ["x"], "player", "validation_failed", None),
    ("tokens list", [], "nobody", "unauthenticated", None),
    ("tokens add", [" "], "player", "validation_failed", {"name"}),
    ("tokens add", ["x", "--days", "367"], "player", "validation_failed", {"days"}),
    ("tokens revoke", ["{missing}"], "player", "not_found", None),
    ("hooks list", [], "nobody", "unauthenticated", None),
    ("hooks add", ["https://host.invalid/"], "parent", "forbidden", None),
    ("hooks add", ["ftp://host.invalid/"], "player", "validation_failed", {"address"}),
    ("hooks add", ["https://host.invalid/", "--records", "x"], "player", "validation_failed",
     {"records"}),
    ("hooks deliveries", ["{missing}"], "player", "not_found", None),
    ("hooks test", ["{missing}"], "player", "not_found", None),
    ("hooks replay", ["{missing}"], "player", "not_found", None),
    ("hooks remove", ["{missing}"], "player", "not_found", None),
    ("views list", [], "nobody", "unauthenticated", None),
    ("views list", ["--list", "metrics"], "player", "validation_failed", {"list"}),
    ("views remove", ["{missing}"], "player", "not_found", None),
    ("views remove", ["nothing like it"], "player", "usage", None),
    ("interactions list", ["--view", "nothing like it"], "player", "usage", None),
    ("interactions list", ["--save", "x"], "player", "validation_failed", {"filters"}),
    ("interactions delete", ["--type", "email", "--yes"], "player", "usage", None),
    ("interactions delete", ["{row}", "{missing}", "--yes"], "player", "not_found", None),
    ("interactions delete", ["--all-matching", "--yes"], "parent", "forbidden", None),
    ("calendar link", ["--dry-run"], "player", "validation_failed", None),
    ("calendar revoke", [], "stranger", "not_found", None),
    ("calendar export", [], "nobody", "unauthenticated", None),
    ("calendar export", ["--to", "."], "player", "usage", None),
    ("family leave", [], "player", "usage", None),
    ("family leave", ["--family", "{missing}", "--yes"], "player", "not_found", None),
    ("family reset-password", ["{parent}", "--password-stdin"], "player", "forbidden", None),
    ("family export", [], "player", "not_found", None),
    ("export", [], "player", "usage", None),
    ("export", ["--all"], "nobody", "unauthenticated", None),
    ("import archive", [], "player", "usage", None),
    ("import archive", ["/no/such/file.zip"], "player", "validation_failed", {"file"}),
    ("import archive", ["{letter}"], "player", "validation_failed", {"file"}),
    ("family show", ["--family", "{missing}"], "player", "not_found", None),
    ("family show", [], "nobody", "unauthenticated", None),
    ("family create", ["Second"], "player", "conflict", None),
    ("family create", ["Ours"], "parent", "forbidden", None),
    ("family codes", [], "parent", "forbidden", None),
    ("family renew-code", ["coach"], "player", "validation_failed", {"role"}),
    ("family renew-code", ["parent"], "parent", "forbidden", None),
    ("family join", ["FAM-0"], "guest", "validation_failed", {"code"}),
    ("family join", ["FAM-ZZZZZZ"], "guest", "not_found", None),
    ("family members", ["--family", "Others"], "player", "usage", None),
    ("family remove", ["{missing}", "--yes"], "player", "not_found", None),
    ("family remove", ["Kim Rivera"], "player", "usage", None),
    ("family rename", ["n" * 256], "player", "validation_failed", {"name"}),
    ("family set", [], "player", "usage", None),
    ("family set", ["--zone", "Mars/Olympus"], "player", "validation_failed", {"time_zone"}),
    ("family set", ["--zone", "CST"], "player", "validation_failed", {"time_zone"}),
    ("family set", ["--zone", "America/Denver"], "parent", "forbidden", None),
    ("family switch", ["Others"], "player", "usage", None),
    ("preferences show", ["--days", "7"], "player", "usage", None),
    ("preferences set", ["--zone", "Mars/Olympus"], "player", "validation_failed", {"time_zone"}),
    ("preferences set", ["--zone", "PST"], "player", "validation_failed", {"time_zone"}),
    ("preferences set", [], "player", "usage", None),
    ("profile show", [], "nobody", "unauthenticated", None),
    ("profile edit", ["--positions", "P"], "parent", "forbidden", None),
    ("profile edit", [], "player", "usage", None),
    ("profile edit", ["--height", "tall"], "player", "validation_failed", {"height"}),
    ("profile edit", ["--gpa-for", "all"], "player", "validation_failed", {"gpa_for"}),
    ("profile edit", ["--weight", "heavy"], "player", "validation_failed", {"weight"}),
    ("schools search", ["--state", "North"], "player", "validation_failed", {"state"}),
    ("schools list", [], "nobody", "unauthenticated", None),
    ("schools dupes", [], "nobody", "unauthenticated", None),
    ("coaches dupes", [], "nobody", "unauthenticated", None),
    ("coaches merge", ["{missing}", "{missing}", "--yes"], "player", "validation_failed",
     {"other_id"}),
    ("schools merge", ["{missing}", "{missing}", "--yes"], "player", "validation_failed",
     {"other_id"}),
    ("schools show", ["{missing}"], "player", "not_found", None),
    ("schools add", ["--name", "N", "--state", "X", "--website", "ftp://x"], "player",
     "validation_failed", {"name", "state", "website"}),
    ("schools add", ["--name", "Parents' own"], "parent", "forbidden", None),
    ("schools edit", ["{missing}", "--city", "Durham"], "player", "not_found", None),
    ("schools edit", ["{school}", "--city", "Durham"], "parent", "forbidden", None),
    ("schools delete", ["{missing}", "--yes"], "player", "not_found", None),
    ("schools delete", ["{school}", "--yes"], "player", "has_dependents", {"interactions"}),
    ("schools blockers", ["{school}"], "parent", "forbidden", None),
    ("coaches list", ["--school", "No such school"], "player", "validation_failed", {"school_id"}),
    ("coaches show", ["{missing}"], "player", "not_found", None),
    ("coaches contact", ["{missing}"], "player", "not_found", None),
    ("coaches explain", ["{missing}"], "player", "not_found", None),
    ("coaches edit", ["{missing}", "--notes", "n"], "player", "not_found", None),
    ("coaches delete", ["{missing}", "--cascade", "--yes"], "player", "not_found", None),
    ("coaches delete", ["{missing}"], "player", "usage", None),
    ("coaches delete", ["{missing}", "--cascade", "--yes"], "parent", "forbidden", None),
    ("coaches blockers", ["{missing}"], "player", "not_found", None),
    ("coaches export", [], "parent", "forbidden", None),
    ("coaches add", ["--first-name", " ", "--last-name", " ", "--email", "x"], "player",
     "validation_failed", {"first_name", "last_name", "email"}),
    ("interactions list", ["--type", "fax"], "player", "validation_failed", {"type"}),
    ("interactions list", ["--days", "3651"], "player", "validation_failed", {"days"}),
    ("interactions list", ["--school", "s" * 50_000], "player", "validation_failed",
     {"school_id"}),
    ("interactions list", ["--logged-by", "{parent}"], "player", "forbidden", None),
    ("interactions show", ["{missing}"], "player", "not_found", None),
    ("interactions show", ["x"], "player", "validation_failed", {"id"}),
    ("interactions add", ["--school", "Wake"], "player", "validation_failed", {"school_id"}),
    ("interactions add", ["--content", "What?"], "player", "validation_failed",
     {"school_id", "type"}),
    ("interactions add", ["--type", "email", "--subject", "s" * 501], "player",
     "validation_failed", {"school_id", "subject"}),
    ("interactions add", ["--type", "email"], "parent", "forbidden", None),
    ("interactions export", [], "parent", "forbidden", None),
    ("interactions export", ["--type", "fax"], "player", "validation_failed", {"type"}),
    ("interactions export", ["{missing}"], "player", "not_found", None),
    ("interactions export", ["{missing}", "--days", "7"], "player", "usage", None),
    ("interactions export", ["--comment"], "player", "usage", None),
    ("interactions export", ["--to", "."], "player", "usage", None),
    ("interactions edit", ["{missing}", "--type", "text"], "player", "not_found", None),
    ("interactions edit", ["{row}", "--type", "text"], "sibling", "not_found", None),
    ("interactions edit", ["{row}", "--type", "text"], "parent", "forbidden", None),
    ("interactions edit", ["{row}"], "player", "usage", None),
    ("interactions note", ["{row}"], "player", "usage", None),
    ("interactions note", ["{missing}", "--text", "n"], "player", "not_found", None),
    ("interactions note", ["{row}", "--text", "n"], "parent", "forbidden", None),
    ("interactions delete", ["{missing}", "--yes"], "player", "not_found", None),
    ("interactions delete", ["{missing}", "--cascade", "--yes"], "player", "not_found", None),
    ("interactions delete", ["{missing}", "--cascade"], "player", "usage", None),
    ("interactions delete", ["{missing}"], "player", "usage", None),
    ("undo", ["{missing}"], "player", "not_found", None),
    ("history", ["{missing}"], "player", "not_found", None),
    ("history", ["{row}"], "sibling", "not_found", None),
    ("history", ["x"], "player", "validation_failed", {"id"}),
    ("audit", ["--cursor", "x"], "player", "validation_failed", {"cursor"}),
    ("audit", ["--by", "Nobody At All"], "player", "validation_failed", {"by"}),
    ("audit", [], "nobody", "unauthenticated", None),
    ("undo", ["x"], "player", "validation_failed", {"operation"}),
    ("undo", ["{missing}"], "parent", "forbidden", None),
    ("trash list", [], "parent", "forbidden", None),
    ("trash restore", ["{missing}"], "player", "not_found", None),
    ("trash restore", ["{missing}"], "parent", "forbidden", None),
    ("trash purge", ["{missing}", "--yes"], "player", "not_found", None),
    ("trash purge", ["{missing}", "--all", "--yes"], "player", "usage", None),
    ("trash purge", [], "player", "usage", None),
    ("interactions add", ["--type", "dm", "--school", "{school}", "--attach", "{letter}x"],
     "player", "validation_failed", {"file_name"}),
    ("attachments add", ["{row}", "{folder}/no such.pdf"], "player", "validation_failed",
     {"file_name"}),
    ("attachments add", ["{row}", "{letter}"], "parent", "forbidden", None),
    ("attachments add", ["{missing}", "{letter}"], "player", "not_found", None),
    ("attachments list", ["{row}"], "sibling", "not_found", None),
    ("attachments get", ["{row}", "no such.txt"], "player", "not_found", None),
    ("attachments get", ["{row}", "letter.txt", "--to", "{folder}/no/such/place"], "player",
     "validation_failed", {"to"}),
    ("attachments get", ["{row}", "letter.txt", "--to", "-"], "player", "usage", None),
    ("attachments remove", ["{row}", "letter.txt"], "player", "usage", None),
    ("attachments remove", ["{row}", "letter.txt", "--yes"], "parent", "forbidden", None),
    ("events list", ["--period", "soon"], "player", "validation_failed", {"period"}),
    ("events list", [], "nobody", "unauthenticated", None),
    ("events show", ["{missing}"], "player", "not_found", None),
    ("events add", ["--name", "x"], "player", "validation_failed", {"type", "start_date"}),
    ("events add", ["--type", "camp", "--name", "x", "--start-date", "2026-04-15", "--end-date",
                    "2026-04-14"], "player", "validation_failed", {"end_date"}),
    ("events add", ["--type", "camp", "--name", "x", "--start-date", "2026-04-15"], "parent",
     "forbidden", None),
    ("events edit", ["{missing}", "--city", "x"], "player", "not_found", None),
    ("events edit", ["{missing}"], "player", "usage", None),
    ("events delete", ["{missing}", "--yes"], "player", "not_found", None),
    ("events blockers", ["{missing}"], "parent", "forbidden", None),
    ("events attend", ["{missing}"], "player", "not_found", None),
    ("events attend", ["{missing}", "--log", "--content", "x"], "player", "not_found", None),
    ("events log", ["{missing}"], "player", "not_found", None),
    ("events coaches list", ["{missing}"], "player", "not_found", None),
    ("events coaches add", ["{missing}", "{missing}"], "player", "not_found", None),
    ("events coaches remove", ["{missing}", "{missing}"], "parent", "forbidden", None),
    ("events ics", ["{missing}"], "player", "not_found", None),
    ("events ics", ["{missing}", "--to", "."], "player", "not_found", None),
    ("events directions", ["{missing}", "--open"], "parent", "not_found", None),
    ("metrics list", ["--limit", "0"], "player", "validation_failed", {"limit"}),
    ("metrics bests", [], "nobody", "unauthenticated", None),
    ("queue list", [], "nobody", "unauthenticated", None),
    ("queue show", ["{missing}"], "player", "not_found", None),
    ("queue set", ["{missing}"], "player", "usage", None),
    ("queue set", ["{missing}", "--every", "0"], "player", "validation_failed", {"cadence_days"}),
    ("queue set", ["{missing}", "--every", "7"], "player", "not_found", None),
    ("queue snooze", ["{missing}"], "player", "usage", None),
    ("queue snooze", ["{missing}", "--days", "7"], "parent", "forbidden", None),
    ("queue done", ["{missing}"], "player", "not_found", None),
    ("queue skip", ["{missing}"], "parent", "forbidden", None),
    ("windows import", ["/no/such/file.csv"], "player", "validation_failed", {"file"}),
    ("windows import", ["/dev/null"], "player", "validation_failed", {"csv"}),
    ("windows import", ["-"], "parent", "forbidden", None),
    ("windows list", [], "nobody", "unauthenticated", None),
    ("windows clear", ["--yes"], "parent", "forbidden", None),
    ("windows clear", [], "player", "usage", None),
    ("windows template", ["now"], None, "usage", None),
    ("search", ["shool:duke"], "player", "validation_failed", {"query"}),
    ("search", ["duke"], "nobody", "unauthenticated", None),
    ("digest", [], "nobody", "unauthenticated", None),
    ("digest", ["--week", "2026-7"], "player", "validation_failed", {"week"}),
    ("digest", ["--week", "2026-W01", "--this"], "player", "usage", None),
    ("timeline", ["{missing}"], "nobody", "unauthenticated", None),
    ("timeline", [], "player", "usage", None),
    ("metrics add", ["--type", "era", "--value", "x"], "player", "validation_failed", {"value"}),
    ("metrics add", ["--value", "1"], "player", "validation_failed", {"metric_type"}),
    ("metrics export", ["--paper", "a3"], "player", "validation_failed", {"paper"}),
    ("metrics export", ["--to", "."], "player", "usage", None),
    ("metrics export", ["--event", "{missing}"], "player", "not_found", None),
    ("metrics export", ["--event", "No such event"], "player", "validation_failed", {"event_id"}),
    ("metrics edit", ["{missing}", "--value", "1"], "player", "not_found", None),
    ("metrics edit", ["{missing}"], "player", "usage", None),
    ("metrics delete", ["{missing}", "--yes"], "player", "not_found", None),
    ("posts list", ["--platform", "myspace"], "player", "validation_failed", {"platform"}),
    ("posts add", ["--platform", "twitter", "--url", "x"], "player", "validation_failed",
     {"post_url"}),
    ("posts add", ["--platform", "twitter"], "parent", "forbidden", None),
    ("posts import", ["/no/such/file.jsonl"], "player", "validation_failed", {"file"}),
    ("posts import", ["/dev/null"], "player", "validation_failed", {"file"}),
    ("posts import", ["-", "--strict"], "player", "usage", None),
    ("posts delete", ["{missing}", "--yes"], "player", "not_found", None),
    ("analytics show", ["--range", "8"], "player", "validation_failed", {"range"}),
    ("analytics show", [], "nobody", "unauthenticated", None),
    ("analytics show", ["--svg", "/dev/null"], "player", "conflict", {"svg"}),
    ("notifications list", ["--limit", "0"], "player", "validation_failed", {"limit"}),
    ("notifications list", ["--unread"], "nobody", "unauthenticated", None),
    ("notifications count", [], "nobody", "unauthenticated", None),
    ("notifications read", ["{missing}"], "player", "not_found", None),
    ("notifications read", ["x"], "player", "validation_failed", None),
    ("notifications read", ["{missing}", "--all"], "player", "usage", None),
    ("notifications read", [], "player", "usage", None),
    ("import log", ["/no/such/file.csv"], "player", "validation_failed", {"file"}),
    ("import log", [], "player", "usage", None),
    ("import log", ["-", "--yes"], "player", "validation_failed", {"occurred_at"}),
    ("import events", ["/no/such/file.csv"], "player", "validation_failed", {"file"}),
    ("import metrics", ["/no/such/file.csv"], "parent", "validation_failed", {"file"}),
    ("import schools", ["/no/such/file.csv"], "player", "validation_failed", {"file"}),
    ("import schools", ["/dev/null"], "player", "validation_failed", {"file"}),
    ("import coaches", ["-", "--map", "short=last_name"], "player", "validation_failed",
     {"first_name"}),
    ("import coaches", ["-", "--map", "short=surname"], "player", "validation_failed", {"map"}),
    ("import interactions", ["-"], "player", "validation_failed", {"type"}),
    ("service status", ["--frequency", "9"], None, "usage", None),
    ("service ping", ["dreams"], None, "validation_failed", {"service"}),
    ("service info", [], None, "usage", None),
    ("service stats", [], None, "usage", None),
    ("admin reset-password", ["nobody@json.example"], None, "not_found", None),
    ("admin users", ["here"], None, "usage", None),
    ("admin families", ["here"], None, "usage", None),
    ("admin suspend", ["nobody@json.example"], None, "not_found", None),
    ("admin resume", ["x"], None, "validation_failed", {"email"}),
    ("admin invite", ["--days", "91"], None, "validation_failed", {"days"}),
    ("admin invitations", ["here"], None, "usage", None),
    ("admin uninvite", ["nobody"], None, "usage", None),
    ("admin config", ["here"], None, "usage", None),
    ("service schema", ["nothing"], None, "validation_failed", {"service"}),
    ("service reindex", ["nothing"], None, "validation_failed", {"service"}),
    ("backup create", ["--keep", "0"], None, "validation_failed", {"keep"}),
    ("backup create", ["--to", "/nowhere/at/all.tar"], None, "not_found", None),
    ("backup create", ["--dry-run"], None, "usage", None),
    ("backup list", ["here"], None, "usage", None),
    ("backup verify", ["/nowhere/at/all.tar"], None, "not_found", None),
    ("backup restore", ["/nowhere/at/all.tar", "--yes"], None, "not_found", None),
    ("completion", ["tcsh"], None, "validation_failed", {"shell"}),
    ("import template", ["people"], None, "validation_failed", {"kind"}),
    ("help", ["no", "such", "page"], None, "usage", None),
    ("version", ["now"], None, "usage", None),
]


@pytest.mark.parametrize("number", range(len(REFUSALS)), ids=lambda number: REFUSALS[number][0])
def test_json_of_a_refusal(filed, number):
    shell, values = filed
    command, words, who, code, fields = REFUSALS[number]
    words = [*command.split(), *[word.format(**values) for word in words], "--json"]
    ran = shell.run(words, who, "short")
    answer = compass.read(ran.stdout)
    assert compass.problems(compass.ERROR, answer) == [], ran.stdout
    error = answer["error"]
    assert (error["code"], ran.returncode) == (code, compass.EXIT_CODES[code]), ran.stdout
    assert fields is None or set(error["errors"]) == fields, ran.stdout
    # The text for people has at most three lines and includes a hint.
    lines = ran.stderr.splitlines()
    assert 2 <= len(lines) <= 3 and lines[0].startswith("compass: "), ran.stderr
    assert len(ran.stderr) < 600, ran.stderr


def test_without_a_system_every_command_says_so_in_json(tmp_path):
    """Without a broker and without a login, stdout still holds one JSON object."""
    shell = compass.Compass(tmp_path)
    for words in (["interactions", "list"], ["schools", "search", "duke"], ["whoami"]):
        ran = shell.run([*words, "--json"])
        assert compass.problems(compass.ERROR, compass.read(ran.stdout)) == []
        assert ran.returncode in (4, 8)
    answer = shell.run(["service", "status", "--json"])
    assert answer.returncode == 8
    assert compass.problems(FINDINGS, compass.read(answer.stdout)) == []
