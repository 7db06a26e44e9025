import Contracts
import Foundation
import Support
import Testing

/// Schools and coaches are added and edited in a browser.
@Suite(.onePerCore) struct WebRecordFormTests {
    private func schools(_ scene: WebScene) throws -> [School] {
        try scene.home.call(ListSchools.self, .init()).schools
    }

    private func coach(_ scene: WebScene, _ id: CoachID) throws -> Coach {
        try scene.home.call(ShowCoach.self, .init(id: id)).coach
    }

    private func event(_ scene: WebScene, _ id: EventID) throws -> Event {
        try scene.home.call(ShowEvent.self, .init(id: id)).event
    }

    /// CO-02: a school from the national catalogue, a coach at it, and a contact with them. A form
    /// that is sent twice is stored once.
    @Test func aSchoolOfTheCatalogueAndItsCoachAreAdded() throws {
        let (scene, browser) = try WebScene.withBrowser()
        let found = try browser.open("/schools/new?q=duke")
        let node = try #require(
            try found.page.all("button").first { $0["aria-label"] == "Add Duke University" })
        #expect(node["type"] == "submit")
        let forms = try found.page.all("input", "name", "catalogue_id").compactMap { $0["value"] }
        let index = try #require(
            try found.page.all("button").filter { $0["aria-label"]?.hasPrefix("Add ") == true }
                .firstIndex { $0["aria-label"] == "Add Duke University" })
        var form = try Browser.form(in: found, to: "/schools/new")
        form.fill("catalogue_id", forms[index])
        let added = try browser.submit(form)
        #expect(try added.page.heading == "Duke University" && added.text.contains("Added"))
        _ = try browser.submit(form)
        let all = try schools(scene)
        #expect(all.filter { $0.name == "Duke University" }.count == 1)
        let school = try #require(all.first { $0.name == "Duke University" })

        var adding = try browser.form("/coaches/new?school=\(school.id.text)", to: "/coaches/new")
        #expect(adding.items.contains { $0 == ("school_id", school.id.text) })
        #expect(adding.items.contains { $0 == ("role", "assistant") })
        adding.fill([
            "first_name": "Ann", "last_name": "Browser", "email": "ann@duke.example",
            "notes": "Line one\r\nline two",
        ])
        let shown = try browser.submit(adding)
        #expect(try shown.page.heading == "Ann Browser")
        let again = try browser.post(adding)
        let id = try #require(
            again["location"]?.split(separator: "?")[0].split(separator: "/").last.flatMap {
                CoachID(text: String($0))
            })
        let coach = try coach(scene, id)
        #expect(coach.schoolID == school.id && coach.notes == "Line one\nline two")
        #expect(coach.email == "ann@duke.example" && coach.phone == nil)
    }

    /// each refusal comes back beside its field with everything typed, and nothing is stored.
    @Test func aRefusedCoachComesBack() throws {
        let (scene, browser) = try WebScene.withBrowser()
        var form = try browser.form("/coaches/new")
        form.fill(["last_name": "Kept", "email": "no address", "phone": "12", "role": "recruiting"])
        let refused = try browser.post(form)
        #expect(refused.status == 422)
        var request = CoachForm(lastName: "Kept")
        request.email = FormField("no address")
        request.phone = FormField("12")
        let error = try #require(
            scene.home.refusal(of: AddCoach.self, request))
        let page = try refused.page
        #expect(Set(page.all(class: "error").map(\.text)) == Set(error.errors.values))
        #expect(error.errors.count == 3)
        var again = try Browser.form(in: refused, to: "/coaches/new")
        #expect(again.items.contains { $0 == ("last_name", "Kept") })
        #expect(again.items.contains { $0 == ("role", "recruiting") })
        again.fill(["first_name": "Now", "email": "", "phone": ""])
        #expect(try browser.submit(again).page.heading == "Now Kept")
    }

    /// An edit clears what was emptied, and one that is based on an older version is refused with
    /// what was typed.
    @Test func anEditIsSavedOnceAndNeverOverwritesAnother() throws {
        let (scene, browser) = try WebScene.withBrowser()
        let path = "/coaches/\(scene.coach.text)/edit"
        var first = try browser.form(path)
        #expect(first.items.contains { $0 == ("first_name", "Ann") })
        #expect(first.items.contains { $0 == ("school_id", scene.school.text) })
        var second = try browser.form(path)
        first.fill("phone", "919-555-0123")
        first.fill("school_id", "")
        #expect(try browser.submit(first).text.contains("Saved"))
        let saved = try coach(scene, scene.coach)
        #expect(saved.phone != nil && saved.schoolID == nil && saved.version == 2)
        second.fill("first_name", "Typed")
        let refused = try browser.post(second)
        #expect(refused.status == 412 && refused.text.contains("Typed"))
        #expect(refused.text.contains("Load it again"))
        #expect(try coach(scene, scene.coach) == saved)
        var third = try browser.form(path)
        third.fill("phone", "")
        #expect(try browser.submit(third).status == 200)
        #expect(try coach(scene, scene.coach).phone == nil)
        // A school likewise.
        let schoolPath = "/schools/\(scene.school.text)/edit"
        var school = try browser.form(schoolPath)
        school.fill("city", "Durham")
        school.fill("division", "D3")
        #expect(try browser.submit(school).page.heading == "\(WebScene.canary) College")
        let changed = try #require(try schools(scene).first { $0.id == scene.school })
        #expect(changed.city == "Durham" && changed.division == .d3)
    }

    /// IA-60, N-04, N-07: what was not touched stays as it is, to the millisecond; the version
    /// decides.
    @Test func anInteractionIsEdited() throws {
        let (scene, browser) = try WebScene.withBrowser()
        func stored() throws -> Interaction {
            try scene.home.call(ShowInteraction.self, .init(id: scene.interaction)).interaction
        }
        let page = "/interactions/\(scene.interaction.text)"
        let path = "\(page)/edit"
        #expect(try browser.open(page).page.all("a", "href", path).count == 1)
        let old = try stored()
        var stale = try browser.form(path)
        let same = try browser.submit(try browser.form(path))
        #expect(same.text.contains("Saved"))
        #expect(try stored() == old)
        var form = try browser.form(path)
        form.fill("subject", "Edited")
        #expect(try browser.submit(form).page.heading == "Edited")
        // Sent twice, it is changed once.
        #expect(try browser.post(form).status == 303)
        let new = try stored()
        var expected = old
        (expected.subject, expected.version) = ("Edited", 2)
        expected.updatedAt = new.updatedAt
        #expect(new == expected)
        stale.fill("subject", "Typed elsewhere")
        let refused = try browser.post(stale)
        #expect(refused.status == 412 && refused.text.contains("Typed elsewhere"))
        #expect(refused.text.contains("Load it again"))
        var bad = try browser.form(path)
        bad.fill(["occurred_at": "", "school_id": "", "coach_id": ""])
        let wrong = try browser.post(bad)
        #expect(wrong.status == 422)
        #expect(wrong.text.contains(CreateInteraction.Refusal.occurredAt))
        #expect(try stored() == new)
        for (person, status) in [(scene.stranger, 404), (scene.sibling, 404), (scene.parent, 303)] {
            #expect(try scene.browser(person).send("GET", path).status == status)
        }
        #expect(try scene.browser(scene.parent).open(page).page.all("a", "href", path).isEmpty)
    }

    /// N-06, N-07
    @Test func aMetricIsEdited() throws {
        let (scene, browser) = try WebScene.withBrowser()
        let event = try scene.home.call(
            AddEvent.self, .init(type: "camp", name: "Camp", startDate: "2026-03-01")
        ).event.id
        let metric = try scene.home.call(
            AddMetric.self, MetricForm(metricType: "velocity", value: 90, eventID: event)
        ).metric
        let page = "/events/\(event.text)"
        let path = "\(page)/metrics/\(metric.id.text)/edit"
        #expect(try browser.open(page).page.all("a", "href", path).count == 1)
        var stale = try browser.form(path)
        var form = try browser.form(path)
        #expect(form.items.contains { $0 == ("unit", "mph") })
        form.fill("value", "fast")
        let wrong = try browser.post(form)
        #expect(wrong.status == 422 && wrong.text.contains(MetricForm.invalidValue))
        form.fill("value", "")
        #expect(try browser.post(form).text.contains(MetricForm.invalidValue))
        form.fill("value", "91.5")
        form.fill("notes", "Radar")
        #expect(try browser.submit(form).text.contains("91.5"))
        let shown = try scene.home.call(ShowEvent.self, .init(id: event), as: scene.parent)
        #expect(shown.metrics.map(\.value) == [91.5] && shown.metrics[0].version == 2)
        #expect(shown.metrics[0].notes == "Radar")
        #expect(shown.metrics[0].recordedDate == metric.recordedDate)
        stale.fill("value", "1")
        let refused = try browser.post(stale)
        #expect(refused.status == 412 && refused.text.contains("Load it again"))
        #expect(try scene.browser(scene.stranger).open(path).status == 404)
        #expect(try scene.browser(scene.parent).send("GET", path)["location"] == page)
    }

    /// EV-19 to EV-23, EV-43, D-49: an event is added once, shown in its form with every value,
    /// changed, and emptied; what is refused comes back.
    @Test func anEventIsAddedAndEdited() throws {
        let (scene, browser) = try WebScene.withBrowser()
        var adding = try browser.form("/events/new")
        adding.fill([
            "name": "Fall Showcase", "type": "showcase", "start_date": "2026-10-10",
            "end_date": "2026-10-09", "cost": "a lot", "stats_recorded": "no figure",
        ])
        let refused = try browser.post(adding)
        #expect(refused.status == 422 && refused.text.contains("a lot"))
        let problems = try refused.page.all(class: "error").map(\.text)
        #expect(problems.contains("End date must be after start date") && problems.count == 3)
        // What is folded away is unfolded if something in it is wrong.
        #expect(try refused.page.all("details").first?["open"] != nil)
        adding = try Browser.form(in: refused, to: "/events/new")
        adding.fill([
            "end_date": "2026-10-11", "cost": "$1,075.50", "registered": "true",
            "start_time": "09:30", "school_id": scene.school.text,
            "stats_recorded": "Hits: 3\r\nPosition: short",
        ])
        #expect(try browser.submit(adding).page.heading == "Fall Showcase")
        let again = try browser.post(adding)
        let id = try #require(
            again["location"]?.split(separator: "?")[0].split(separator: "/").last.flatMap {
                EventID(text: String($0))
            })
        let added = try event(scene, id)
        #expect(added.cost == 1_075.5 && added.registered && !added.attended)
        #expect(added.schoolID == scene.school && added.startTime?.text == "09:30")
        #expect(
            added.statsRecorded?.entries == ["Hits": .number(3), "Position": .text("short")])

        let path = "/events/\(id.text)/edit"
        let page = try browser.open(path)
        #expect(try page.page.heading == "Edit Event")
        var form = try Browser.form(in: page, to: path)
        #expect(form.items.contains { $0 == ("stats_recorded", "Hits: 3\nPosition: short") })
        #expect(form.items.contains { $0 == ("registered", "true") })
        // Nothing changes if nothing was changed.
        #expect(try browser.post(form)["location"]?.contains("done=saved") == true)
        #expect(try event(scene, id) == added)
        form = try browser.form(path)
        form.items.removeAll { $0.name == "registered" }
        for name in ["cost", "start_time", "school_id", "stats_recorded", "end_date"] {
            form.fill(name, "")
        }
        #expect(try browser.submit(form).text.contains("Saved"))
        let emptied = try event(scene, id)
        #expect(emptied.cost == nil && !emptied.registered && emptied.startTime == nil)
        #expect(emptied.schoolID == nil && emptied.statsRecorded == nil && emptied.endDate == nil)
        #expect(emptied.name == "Fall Showcase" && emptied.version == added.version + 1)
    }

    /// parents read. Strangers learn nothing.
    @Test func parentsAndStrangersChangeNothing() throws {
        let scene = try WebScene(SystemUnderTest())
        let player = try scene.browser(scene.player)
        let paths = ["/coaches/\(scene.coach.text)/edit", "/schools/\(scene.school.text)/edit"]
        let before = try coach(scene, scene.coach)
        let parent = try scene.browser(scene.parent)
        for path in paths + ["/coaches/new", "/schools/new"] {
            #expect(try parent.send("GET", path).status == 303)
        }
        let stranger = try scene.browser(scene.stranger)
        for path in paths {
            let nothing = try stranger.open(path)
            #expect(nothing.status == 404 && !nothing.text.contains(WebScene.canary))
        }
        for (browser, status) in [(parent, 403), (stranger, 404)] {
            let own = try browser.form("/more", to: "/sign-out")
            for path in paths {
                var form = try player.form(path)
                form.fill([
                    "token": own.items.first { $0.name == "token" }?.value ?? "",
                    "of_family": own.items.first { $0.name == "of_family" }?.value ?? "",
                    "first_name": "Forged", "name": "Forged",
                ])
                #expect(try browser.post(form).status == status, "\(path)")
            }
        }
        #expect(try coach(scene, scene.coach) == before)
    }
}
