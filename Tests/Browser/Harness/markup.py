"""Texts that want to be markup, and a family whose records have nothing else."""

import itertools

import sample

#: What each text would make of itself: an element or an attribute of this name.
CANARY = "canary5d1e"
#: What leads out of where a careless page might write them.
OPENERS = (
    "", '"', "'", '">', "'>", "`>", "-->", "]]>", "&quot;>", '\\">', "</title>", "</textarea>",
    "</script>", "</style>", "</select>", "</a>", "}}", "\n<")
MARKUP = (
    "<X>", "<img src=x X onerror=hit()>", "<IMG SRC=x X OnErRoR=hit()>", "<svg X onload=hit()>",
    "<img/X/src=x/onerror=hit()>", "<script X>hit()</script>", "<svg><script X>hit()</script>",
    "<iframe X srcdoc=x>", "<a X href=javascript:hit()>x</a>", "<body X onload=hit()>",
    "<input X autofocus onfocus=hit()>", "<details X open ontoggle=hit()>", "<style X>*{}</style>",
    "<math X>", "<object X data=x>", "<embed X src=x>", "<form X action=//x>",
    "<button X formaction=javascript:hit()>", "<base X href=//x.example>", "<x X onclick=hit()>",
    "<meta X http-equiv=refresh content=9>", "<link X rel=stylesheet href=//x>", "<template X>",
    "<video X><source onerror=hit()>", " X onmouseover=hit() x=", " X autofocus onfocus=hit() x=",
    "<noscript><p title=\"</noscript><img X>\">", "<img src='x` `<b X>'` `>", "<!--><X>",
    "<![CDATA[<X>]]>", "&lt;X&gt;", "javascript:hit()//X", "{{X}}", "${hit()}X")
VECTORS = [opener + markup.replace("X", CANARY) for opener, markup in
           itertools.product(OPENERS, MARKUP)]
#: How many schools have such names.
SCHOOLS = 30
#: Where a careless page writes a text.
CARELESS = """(vectors) => vectors.filter((text) => {
    const page = `<title>${text}</title><textarea>${text}</textarea><p title="${text}">${text}</p>`
        + `<p title='${text}'></p><!--${text}--><select><option>${text}</select>`;
    const made = new DOMParser().parseFromString(page, 'text/html');
    return made.querySelector('[canary5d1e], canary5d1e');
}).length"""
#: What a page has of them: elements and attributes, scripts that ran, and texts.
SEEN = """() => [
    document.querySelectorAll('[canary5d1e], canary5d1e').length, window.hits,
    document.documentElement.innerHTML.split('canary5d1e').length - 1]"""


def chunks(limit, texts=VECTORS):
    """The texts, as many together as a field of so many characters holds."""
    chunk = ""
    for text in texts:
        if chunk and len(chunk) + len(text) > limit:
            yield chunk
            chunk = ""
        chunk += text
    yield chunk


def family(site):
    """A family whose names, and a record of every kind whose texts, are nothing else."""
    words = sample.Words(
        player=VECTORS[1], parent=VECTORS[2], family=VECTORS[3], school=VECTORS[4],
        place=VECTORS[5], first_name=VECTORS[6], last_name=VECTORS[7], event=VECTORS[8],
        subject="".join(VECTORS[9:15]), content="".join(VECTORS[15:40]))
    made = sample.family(site, words)

    def change(service, operation, payload):
        return site.change(service, operation, payload, made.player, made.id)

    made.school = site.school(made.player, made.id, words.school)
    made.coach = change("coaches", "coaches.add", {
        "first_name": words.first_name, "last_name": words.last_name, "school_id": made.school,
        "notes": words.content})["coach"]["id"]
    for first, last in zip(VECTORS[::2], VECTORS[1::2]):
        change("coaches", "coaches.add", {
            "first_name": first, "last_name": last, "school_id": made.school, "notes": first})
    for place, name in enumerate(chunks(255)):
        # The page of possible duplicates compares each school with each other one.
        if place < SCHOOLS:
            change("coaches", "schools.add", {"name": name, "notes": name})
        change("events", "events.add", {
            "name": name, "type": "camp", "start_date": "2026-02-10", "location": name,
            "description": name, "performance_notes": name})
    for subject in chunks(500):
        change("interactions", "interactions.create", {
            "school_id": made.school, "coach_id": made.coach, "type": "email",
            "direction": "inbound", "occurred_at": "2026-02-10T12:00:00.000Z",
            "subject": subject, "content": subject * 2})
    for content in chunks(5_000):
        change("analytics", "posts.add", {
            "platform": "twitter", "post_date": "2026-02-10T12:00:00.000Z",
            "post_content": content, "author_name": content[:200]})
    return made
