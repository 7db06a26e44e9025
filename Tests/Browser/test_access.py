"""Every address and every form that a player is offered, tried by others: a stranger with a family
of their own, a sibling, a parent, a visitor. The pages themselves tell which ones there are, so
that a new page cannot be forgotten."""

import io
import re
import uuid
import zipfile

import pytest

import crawl
import sample

ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
#: A text in the family's records, and nowhere else.
CANARY = "Canary5d1e"
#: The forms of a page: where they lead and what they hold.
FORMS = """() => [...document.querySelectorAll('form[method=post]')].map((form) => ({
    action: new URL(form.action).pathname,
    takesFiles: form.enctype === 'multipart/form-data',
    fields: [...new FormData(form)].filter(([name, value]) => typeof value === 'string'
        && !['token', 'key', 'of_family'].includes(name)),
}))"""
#: The lists of everything that a family has.
RECORDS = (
    ("coaches", "schools.list"), ("coaches", "coaches.list"),
    ("interactions", "interactions.list"), ("events", "events.list"), ("events", "metrics.list"),
    ("analytics", "posts.list"), ("identity", "families.show"))


@pytest.fixture(scope="module")
def scene(site):
    """A family with records of every kind, a sibling in it, and a stranger with records."""
    words = sample.Words(**{
        **sample.USUAL.__dict__, "family": f"{CANARY} family", "school": f"{CANARY} University",
        "last_name": CANARY, "event": f"{CANARY} Showcase", "subject": f"{CANARY} subject",
        "content": f"{CANARY} content"})
    made = sample.fill(site, sample.family(site, words), words)
    made.sibling = site.person("Leo Sibling", "player")
    site.join(made.sibling, made.codes["player_code"])
    stranger = sample.family(site)
    made.stranger = sample.fill(site, stranger).player
    return made


@pytest.fixture(scope="module")
def offers(chromium, site, scene):
    """The addresses with ids of records, and the forms, that the player is offered."""
    context = chromium.new_context(
        base_url=site.address, java_script_enabled=True, service_workers="block")
    context.add_cookies([site.cookie(scene.player)])
    page = context.new_page()
    places, forms = [], {}
    for address in crawl.pages(page, site):
        page.goto(address)
        if ID.search(address):
            places.append(address)
        for form in page.evaluate(FORMS):
            forms.setdefault(ID.sub("ID", form["action"]), form)
        places += page.eval_on_selector_all(
            "a[download]", "links => links.map((link) => link.pathname + link.search)")
    context.close()
    return sorted(set(places)), list(forms.values())


class Visitor:
    """Somebody who types addresses and sends forms without having been offered them."""

    def __init__(self, chromium, site, person):
        self.context = chromium.new_context(base_url=site.address, locale="en-US")
        if person:
            self.context.add_cookies([site.cookie(person)])
        self.site = site

    def open(self, address):
        return self.context.request.get(address, max_redirects=0)

    def token(self):
        """The proof of the visitor's own session, from a form of theirs."""
        found = re.search(r'name="token" value="([0-9a-f]+)"', self.open("/settings").text())
        return found and found[1]

    def send(self, form):
        """Sends a form of somebody else with the visitor's own proof."""
        fields = {**dict(form["fields"]), "token": self.token(), "key": str(uuid.uuid4())}
        file = {"name": "a.txt", "mimeType": "text/plain", "buffer": b"a"}
        body = ({"multipart": {**fields, "files": file}} if form["takesFiles"]
                else {"form": fields})
        return self.context.request.post(
            form["action"], **body, headers={"Sec-Fetch-Site": "same-origin"}, max_redirects=0)


def content(answer):
    """What an answer says. A workbook is unpacked, whose archive has the time at which it was
    made."""
    body = answer.body()
    if not body.startswith(b"PK"):
        return answer.text()
    with zipfile.ZipFile(io.BytesIO(body)) as parts:
        return "".join(parts.read(name).decode() for name in parts.namelist())


def records(site, scene):
    """Everything that the family has, as its player and its parent see it."""
    return [
        site.read(service, operation, {}, person, scene.id)
        for service, operation in RECORDS for person in (scene.player, scene.parent)]


def test_the_crawl_finds_the_pages_of_records(offers):
    places, forms = offers
    kinds = {place.split("/")[1] for place in places}
    assert kinds >= {"interactions", "coaches", "schools", "events"} and len(places) > 15
    actions = {ID.sub("ID", form["action"]) for form in forms}
    assert actions >= {
        "/interactions/new", "/coaches/new", "/coaches/ID/edit", "/events/ID/edit", "/settings"}


def test_to_a_stranger_nothing_is_there(chromium, site, scene, offers):
    """X-04: the answer is the one for a record that nobody has."""
    stranger = Visitor(chromium, site, scene.stranger)
    unknown = str(uuid.uuid4())
    for place in offers[0]:
        if place == "/settings/everything":
            continue  # The reader's own file, with the times at which it was made.
        answer, other = stranger.open(place), stranger.open(ID.sub(unknown, place))
        assert CANARY not in content(answer), place
        assert answer.status == other.status, place
        assert answer.status == 404 or not ID.search(place.partition("?")[0]), place
        # Without ids, tokens that are new on every page, and the time at which it was made.
        shown = [
            re.sub(r'[0-9a-f-]{32,64}|data-since="[^"]*"', "", content(each))
            for each in (answer, other)]
        assert shown[0] == shown[1], place


def test_a_sibling_finds_no_contacts(chromium, site, scene, offers):
    """R-05, R-07: what others logged is not there; the rest of the family is."""
    sibling = Visitor(chromium, site, scene.sibling)
    for place in offers[0]:
        answer = sibling.open(place)
        if place.startswith("/interactions/") and ID.search(place):
            assert answer.status == 404, place
        assert f"{CANARY} subject" not in content(answer), place


def test_a_visitor_is_led_to_the_sign_in(chromium, site, scene, offers):
    visitor = Visitor(chromium, site, None)
    for place in offers[0]:
        answer = visitor.open(place)
        assert answer.status == 303, place
        assert answer.headers["location"].startswith("/sign-in"), place


def test_forms_of_others_change_nothing(chromium, site, scene, offers):
    """X-04, R-01: a stranger and a parent send every form of the player's pages."""
    before = records(site, scene)
    about_the_sender = re.compile(
        r"^/(settings|sign-out|notifications|join|families|family)(/|$)")
    for name in ("stranger", "parent"):
        visitor = Visitor(chromium, site, getattr(scene, name))
        for form in offers[1]:
            if about_the_sender.match(form["action"]):
                continue
            answer = visitor.send(form)
            place = f"{name}: {form['action']}"
            if name == "parent":
                assert answer.status in (403, 404, 422), place
                continue
            assert CANARY not in answer.text(), place
            if ID.search(form["action"]):
                unknown = {**form, "action": ID.sub(str(uuid.uuid4()), form["action"])}
                assert answer.status == visitor.send(unknown).status != 200, place
    assert records(site, scene) == before


def test_a_form_needs_the_proof_of_its_session(chromium, site, scene, offers):
    player = Visitor(chromium, site, scene.player)
    before = records(site, scene)
    for form in offers[1]:
        for token in ("", "0" * 64):
            answer = player.context.request.post(
                form["action"], form={**dict(form["fields"]), "token": token},
                headers={"Sec-Fetch-Site": "same-origin"}, max_redirects=0)
            assert answer.status == 403, form["action"]
        answer = player.context.request.post(
            form["action"], form=dict(form["fields"]),
            headers={"Sec-Fetch-Site": "cross-site"}, max_redirects=0)
        assert answer.status == 403, form["action"]
    assert records(site, scene) == before
