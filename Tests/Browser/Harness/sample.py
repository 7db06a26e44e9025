"""Families with records of every kind that the pages show, made through operations."""

import dataclasses
import datetime

import people

#: More rows than a page of the feed has, so that there is a second one.
MANY_POSTS = 53
FEW_POSTS = 4


@dataclasses.dataclass(frozen=True)
class Words:
    """The texts of a family's records, each as long as its field allows or as usual."""

    player: str
    parent: str
    family: str
    school: str
    place: str
    first_name: str
    last_name: str
    event: str
    subject: str
    content: str


USUAL = Words(
    player="Maya Rivera", parent="Elena Rivera", family="The Riveras", school="Duke University",
    place="Durham", first_name="Ann", last_name="Lee", event="Summer Showcase",
    subject="Camp dates", content="She asked which camp suits us.\nWe answer by Friday.")

_EMOJI = "👩🏽‍🎓⚾️👨‍👩‍👧‍👦🏟️"
_ARABIC = "مدربة كرة القاعدة في جامعة الشمال"
_HEBREW = "אוניברסיטת הצפון הגדולה"
_LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"


def _filled(text, length):
    """`text`, repeated without blanks to `length` characters."""
    return (text * (length // len(text) + 1))[:length]


#: Emoji, words without an end, and scripts that run to the left.
ODD = Words(
    player=_filled(_LONG, 180) + " " + _EMOJI, parent=f"{_ARABIC} {_EMOJI}",
    family=_filled("W", 255), school=_filled(_LONG, 255), place=_filled("M", 100),
    first_name=f"{_EMOJI} {_ARABIC}", last_name=_filled("ﷺW", 60), event=_filled("م", 255),
    subject=f"{_HEBREW} {_filled('i', 300)} {_EMOJI}",
    content=f"{_filled('W', 1_500)}\n{_ARABIC * 5}\n{_EMOJI * 20}")


@dataclasses.dataclass
class Family:
    """A family: its people, its id, and ids of its records."""

    player: people.Person
    parent: people.Person
    id: str
    codes: dict
    school: str = ""
    coach: str = ""
    event: str = ""
    #: An event that was attended, of no school.
    camp: str = ""
    interaction: str = ""


def _days(count):
    """The instant so many days from now, as it is sent."""
    time = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=count)
    return time.strftime("%Y-%m-%dT%H:%M:%S.000Z")


def _day(count):
    return _days(count)[:10]


def family(site, words=USUAL):
    """A family of a player and a parent, without records."""
    player = site.person(words.player, "player")
    parent = site.person(words.parent, "parent")
    identifier, codes = site.family(player, words.family)
    site.join(parent, codes["parent_code"])
    return Family(player, parent, identifier, codes)


def fill(site, made, words=USUAL, posts=FEW_POSTS):
    """Adds records of every kind to a family."""
    def change(service, operation, payload):
        return site.change(service, operation, payload, made.player, made.id)

    _add_people(made, words, change)
    _add_contacts(made, words, change)
    _add_events(made, words, change)
    _add_posts(made, words, posts, change)
    return made


def _add_people(made, words, change):
    made.school = change("coaches", "schools.add", {
        "name": words.school, "city": words.place, "state": "NC", "division": "D1",
        "conference": words.place, "website": f"https://{'a' * 60}.example/baseball",
        "twitter_handle": "team", "instagram_handle": "team", "notes": words.content,
    })["school"]["id"]
    change("coaches", "schools.add", {"name": "Elon University"})
    for role in ("head", "assistant", "recruiting"):
        coach = change("coaches", "coaches.add", {
            "first_name": words.first_name, "last_name": words.last_name,
            "school_id": made.school, "role": role, "email": f"{'a' * 60}@team.example",
            "phone": "+1 919 555 0100", "twitter_handle": "coach", "instagram_handle": "coach",
            "notes": words.content})
        made.coach = made.coach or coach["coach"]["id"]
    change("coaches", "coaches.add", {"first_name": "Bo", "last_name": "Ray"})


def _add_contacts(made, words, change):
    def log(days, **more):
        answer = change("interactions", "interactions.create", {
            "school_id": made.school, "coach_id": made.coach, "subject": words.subject,
            "content": words.content, "occurred_at": _days(-days), **more})
        return answer["interaction"]["id"]

    types = ("phone_call", "text", "in_person_visit", "virtual_meeting", "camp", "showcase",
             "tweet", "dm", "game")
    for place, kind in enumerate(types):
        log(20 + 9 * place, type=kind, direction="outbound" if place % 2 else "inbound",
            sentiment=("neutral", "negative", "positive")[place % 3])
    deleted = log(4, type="email", direction="outbound")
    change("interactions", "interactions.delete", {"id": deleted})
    change("interactions", "interactions.create", {
        "school_id": made.school, "type": "email", "direction": "outbound",
        "occurred_at": _days(-3), "other_coach_name": words.last_name})
    made.interaction = log(
        2, type="email", direction="inbound", sentiment="very_positive",
        interest_answers=["visit", "schedule", "academics", "contact"])


def _add_events(made, words, change):
    def add(name, first, **more):
        answer = change("events", "events.add", {
            "name": name, "type": "showcase", "start_date": _day(first), **more})
        return answer["event"]["id"]

    made.event = add(
        words.event, 10, end_date=_day(12), school_id=made.school, start_time="09:00",
        checkin_time="08:30", location=words.place, address=words.place, city=words.place,
        state="NC", url=f"https://{'a' * 60}.example/showcase", cost=125, event_source="flyer",
        description=words.content, registered=True)
    visit = add(words.event, -30, school_id=made.school, performance_notes=words.content)
    made.camp = add(f"{words.event[:250]} II", -60)
    for event in (visit, made.camp):
        change("events", "events.attend", {"id": event})
    change("events", "events.addCoach", {"id": visit, "coach_id": made.coach})
    for event, kind in ((visit, "velocity"), (made.camp, words.place[:50])):
        change("events", "metrics.add", {
            "event_id": event, "metric_type": kind, "value": 92.5, "unit": words.place[:20],
            "notes": words.content, "verified": event == visit})


def _add_posts(made, words, count, change):
    for place in range(count):
        change("analytics", "posts.add", {
            "school_id": made.school, "coach_id": made.coach,
            "platform": ("twitter", "instagram")[place % 2], "post_date": _days(-place),
            "post_url": f"https://posts.example/{place}", "post_content": words.content,
            "author_name": words.last_name, "author_handle": "coach",
            "is_recruiting_related": place % 2 == 0, "engagement_count": 1_234,
            "sentiment": ("very_positive", "positive", "neutral", "negative")[place % 4]})
