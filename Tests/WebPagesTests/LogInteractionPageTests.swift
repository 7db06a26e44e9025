import Contracts
import HTML
import Support
import Testing

@testable import WebPages

@Suite
struct LogInteractionPageTests {
    private func page(_ entry: LogInteractionEntry) throws -> Document {
        try Samples.document(SamplePages.form(entry))
    }

    private var fresh: LogInteractionEntry { .init(at: Samples.now, in: Samples.zone) }

    /// IA-01, IA-02, IA-32, IA-48, R-03.
    @Test
    func thePageHasItsTitles() throws {
        let shown = try page(fresh)
        #expect(shown.heading == "Log My Interaction")
        #expect(shown.text.contains("Record a new communication with a school or coach"))
        #expect(shown.all("h2").map(\.text).contains("Coach Interest Level"))
        #expect(shown.buttons.contains("Log Interaction") && shown.buttons.contains("Cancel"))
    }

    /// IA-03, IA-04, IA-15: now in the reader's zone.
    @Test
    func aNewFormIsOutboundAndNow() throws {
        let shown = try page(fresh)
        let day = shown.all("input", "name", "occurred_at").first
        let time = shown.all("input", "name", "occurred_time").first
        #expect(day?["value"] == "2026-11-22" && day?["type"] == "date")
        #expect(time?["value"] == "07:00" && time?["type"] == "time")
        let radios = shown.all("input", "name", "direction")
        #expect(radios.map { $0["value"] } == ["outbound", "inbound"])
        #expect(radios.map { $0["checked"] != nil } == [true, false])
        #expect(shown.text.contains("We initiated") && shown.text.contains("They initiated"))
    }

    /// The names of the form are those of the request, so that no field is lost on the way.
    @Test
    func everyFieldOfTheFormIsOneOfTheRequest() throws {
        let shown = try page(fresh)
        let names = ["input", "select", "textarea"].flatMap { shown.all($0) }
            .compactMap { $0["name"] }
        let known = Set(CreateInteraction.Request.fieldNames)
        // The search at the top of each page has a field, too.
        // So have a time of day, which is a part of the time, and a new coach.
        #expect(
            Set(names).subtracting(known) == [
                "token", "key", "of_family", "files", "query", "occurred_time", "first_name",
                "last_name", "role", "coach_key",
            ])
        // IA-22: an event is not offered; a player only to parents of several.
        #expect(known.subtracting(names) == ["event_id", "player_id"])
    }

    /// IA-05, IA-08, IA-11: without script the coaches stand under their schools.
    @Test
    func coachesAreGroupedBySchool() throws {
        let shown = try page(fresh)
        let groups = shown.all("optgroup").compactMap { $0["label"] }
        #expect(groups.count > 2 && groups == groups.sorted() && Set(groups).count == groups.count)
        #expect(shown.all("option", "value", "other").map(\.text) == ["Other coach (not listed)"])
        #expect(shown.all("summary").map(\.text).contains("+ Add new coach"))
    }

    /// IA-08, IA-10: what the script needs to offer the coaches of the chosen school.
    @Test
    func eachGroupNamesItsSchool() throws {
        let coaches = (0..<8).map(Samples.coach)
        let shown = try page(fresh)
        let groups = shown.all("optgroup").map { $0["data-school"] }
        #expect(Set(groups) == Set(coaches.map { $0.schoolID?.text }))
        #expect(groups.count == Set(groups).count)
        let picker = try #require(shown.all("select", "name", "coach_id").first)
        #expect(picker["data-none"] == "No coaches found")
        #expect(shown.all("option").map(\.text).contains("Choose a coach"))
        let empty = try Samples.document(
            LogInteractionPage(fresh, SamplePages.schools, [], Samples.context()).write)
        #expect(empty.all("option").map(\.text).contains("No coaches found"))
        #expect(empty.all("optgroup").isEmpty)
    }

    /// IA-08: two schools of one name are two groups, and a coach without a school is in one too.
    @Test
    func schoolsOfOneNameAreNotMixed() throws {
        let coaches = [3, 4, 5].map { number in
            var coach = Samples.coach(number)
            coach.schoolID = number == 5 ? nil : SchoolID(high: 4, low: UInt64(number))
            coach.schoolName = number == 5 ? nil : "Union College"
            return coach
        }
        let page = LogInteractionPage(fresh, [], coaches, Samples.context())
        let groups = try Samples.document(page.write).all("optgroup")
        #expect(groups.map { $0["label"] } == ["Union College", "Union College", "Unknown School"])
        #expect(groups.map { $0["data-school"] } == coaches.map { $0.schoolID?.text ?? "" })
    }

    /// IA-09: an edit keeps a coach who has moved to another school, or was deleted, at the school
    /// of then, so that saving it does not drop them.
    @Test(arguments: [true, false])
    func anEditKeepsItsCoach(isDeleted: Bool) throws {
        var interaction = SamplePages.shown.interaction
        interaction.schoolID = SamplePages.schools[0].id
        var moved = Samples.coach(1)
        moved.schoolID = SamplePages.schools[1].id
        interaction.coachID = moved.id
        let entry = LogInteractionEntry(editing: interaction, in: Samples.zone)
        let page = LogInteractionPage(
            entry, SamplePages.schools, isDeleted ? [] : [moved], Samples.context())
        let shown = try Samples.document(page.write)
        let chosen = try #require(shown.all("option", "value", moved.id.text).first)
        #expect(chosen["selected"] != nil)
        #expect(chosen.text == (isDeleted ? "Unknown Coach" : moved.fullName))
        #expect(
            shown.all("optgroup").map { $0["data-school"] } == [SamplePages.schools[0].id.text])
        // Another school was chosen and refused: the coach is at their own.
        var changed = entry
        changed.schoolID = SamplePages.schools[2].id.text
        let again = LogInteractionPage(
            changed, SamplePages.schools, [moved], Samples.context())
        #expect(
            try Samples.document(again.write).all("optgroup").map { $0["data-school"] }
                == [SamplePages.schools[1].id.text])
    }

    /// A contact of which only the day is known keeps that when it is edited.
    @Test(arguments: ["2026-02-03", "2026-02"])
    func aTimeOfDayThatIsNotKnownIsNotFilledIn(text: String) throws {
        let time = try #require(ContactTime(text: text))
        var interaction = Samples.interaction(0)
        (interaction.occurredAt, interaction.occurredPrecision) = (time.instant, time.precision)
        let entry = LogInteractionEntry(editing: interaction, in: Samples.zone)
        #expect(entry.occurredAt == text)
        let shown = try page(entry)
        let field = shown.all("input", "name", "occurred_at").first
        // A browser's field for a day has no months.
        #expect(field?["value"] == text)
        #expect(field?["type"] == (time.precision == .day ? "date" : "text"))
        #expect(shown.all("input", "name", "occurred_time").first?["value"] == "")
        #expect(entry.typedTime(in: Samples.zone, now: Samples.now).time == time)
    }

    /// What day and time of day mean together, and that nothing is invented.
    @Test(
        arguments: [
            ("2026-02-03", "14:15", "2026-02-03T19:15:00.000Z"), ("2026-02-03", "", "2026-02-03"),
            ("2026-02-03", " ", "2026-02-03"), ("2026-02", "", "2026-02"),
            ("2/3/26 9:00 AM", "14:15", "2026-02-03T14:00:00.000Z"),
            ("2026-02-03", "2pm", "2026-02-03T19:00:00.000Z"), ("", "14:15", nil), ("", "", nil),
            ("2026-02-03", "late", nil), ("2026-02", "14:15", nil), ("someday", "14:15", nil),
        ] as [(String, String, String?)])
    func dayAndTimeAreReadTogether(day: String, time: String, expected: String?) {
        var entry = fresh
        (entry.occurredAt, entry.occurredTime) = (day, time)
        let zone = Samples.zone
        #expect(entry.typedTime(in: zone, now: Samples.now).time?.text == expected)
    }

    /// A form that comes back keeps what a browser's field for a day or a time cannot hold.
    @Test func whatIsNoDayStaysInTheForm() throws {
        var entry = fresh
        (entry.occurredAt, entry.occurredTime) = ("someday", "late")
        entry.errors = ["occurred_at": CreateInteraction.Refusal.occurredAt]
        let shown = try page(entry)
        for (name, value) in [("occurred_at", "someday"), ("occurred_time", "late")] {
            let field = shown.all("input", "name", name).first
            #expect(field?["value"] == value && field?["type"] == "text", "\(name)")
        }
    }

    /// IA-42 to IA-46: a coach is added without leaving the form, an assistant unless another role
    /// is chosen; what was typed of one is unfolded.
    @Test func aNewCoachIsAddedWithinTheForm() throws {
        let shown = try page(fresh)
        #expect(shown.all("summary").filter { $0.text == "+ Add new coach" }.count == 1)
        #expect(shown.all("details").allSatisfy { $0["open"] == nil })
        let roles = CoachRole.allCases.flatMap { shown.all("option", "value", $0.rawValue) }
        #expect(roles.map(\.text) == ["Head Coach", "Assistant Coach", "Recruiting Coordinator"])
        #expect(roles.filter { $0["selected"] != nil }.map(\.text) == ["Assistant Coach"])
        let save = try #require(shown.all("button", "name", "save_coach").first)
        #expect(save.text == "Save Coach" && save["type"] == "submit")
        // Enter logs the interaction: a hidden button that does so comes first.
        let senders = shown.all("button", "type", "submit").map { ($0.text, $0["hidden"] != nil) }
        let place = try #require(senders.firstIndex { $0.0 == "Save Coach" })
        #expect(senders[place - 1] == ("Log Interaction", true))
        var refused = fresh
        refused.newCoach.texts = ["first_name": "Bo", "last_name": " ", "role": "head"]
        refused.errors = ["last_name": "Please enter a last name (1-100 characters)"]
        let again = try page(refused)
        #expect(again.all("details").contains { $0["open"] != nil })
        #expect(again.all("input", "name", "first_name").first?["value"] == "Bo")
        #expect(again.all("a", "href", "#field-last_name").count == 1)
        // The coach's school is that of the contact.
        refused.errors = ["school_id": CreateInteraction.Refusal.school]
        #expect(try page(refused).all("details").contains { $0["open"] != nil })
        var added = fresh
        added.addedCoach = "Bo Ray was added"
        let banner = try #require(page(added).all("div", "role", "status").first)
        #expect(banner.text.contains("Bo Ray was added"))
    }

    /// IA-13, IA-21, U-13.
    @Test
    func typesAndSentimentsAreThoseOfTheContract() throws {
        let options = try page(fresh).all("option").map(\.text)
        let types = InteractionType.allCases.map(\.label)
        let start = try #require(options.firstIndex(of: "Choose a type"))
        #expect(Array(options[(start + 1)...].prefix(types.count)) == types)
        #expect(Array(options.suffix(5)) == ["None"] + Sentiment.allCases.map(\.label))
    }

    /// IA-17 to IA-20.
    @Test
    func textsHaveCountersAndPlaceholders() throws {
        var entry = fresh
        entry.subject = "e\u{301}👩‍👩‍👧‍👦"
        let shown = try page(entry)
        #expect(
            shown.all(class: "counter").map(\.text) == [
                "0 of 200", "2 of 500", "0 of 10,000",
            ])
        #expect(
            shown.all("input", "name", "subject").first?["placeholder"]
                == "Email subject, call topic, etc.")
        #expect(
            shown.all("textarea").first?["placeholder"] == "Details about the interaction...")
    }

    /// IA-27, IA-62: six switches whose label is the question.
    @Test
    func theQuestionsAreSwitches() throws {
        let shown = try page(fresh)
        let switches = shown.all("input", "role", "switch")
        #expect(switches.map { $0["value"] } == InterestSignal.allCases.map(\.rawValue))
        #expect(switches.allSatisfy { $0["checked"] == nil })
        #expect(
            shown.all("label", "class", "switch").map(\.text)
                == InterestSignal.allCases.map(\.question))
    }

    /// IA-25, IA-26: the style shows the questions, so that they come and go without script.
    @Test
    func theStyleShowsTheQuestionsOnlyForInboundAndPositive() {
        let style = String(decoding: Asset.stylesheet.bytes, as: UTF8.self)
        #expect(style.contains(".other,.interest{display:none}"))
        #expect(
            style.contains(
                ".form:has([value=inbound]:checked):has([value=very_positive]:checked,"
                    + "[value=positive]:checked) .interest{display:flex}"))
        for word in [
            Direction.inbound.rawValue, Sentiment.veryPositive.rawValue,
            Sentiment.positive.rawValue,
        ] {
            #expect(style.contains("[value=\(word)]"))
        }
    }

    /// IA-28 to IA-31: each level waits for the script with its label, meaning and colour.
    @Test
    func everyLevelIsThereForTheScript() throws {
        let levels = try page(fresh).all("div").filter { $0["data-name"] != nil }
        #expect(levels.map { $0["data-name"] } == InterestLevel.allCases.map(\.rawValue))
        #expect(levels.allSatisfy { $0["hidden"] != nil })
        for (level, node) in zip(InterestLevel.allCases, levels) {
            #expect(node.text == level.emoji + level.label + level.explanation)
        }
        #expect(
            levels.map { $0["class"] } == [
                "banner good", "banner warning", "banner plain", "banner plain",
            ])
    }

    /// IA-06, IA-12, IA-38, IA-53, IA-54: values are kept, errors stand beside the fields and in a
    /// summary whose links lead to them.
    @Test
    func aRefusedFormKeepsItsValuesAndNamesEachError() throws {
        let shown = try page(SamplePages.refusedEntry)
        #expect(shown.title?.hasPrefix("Error:") == true)
        let summary = try #require(shown.all("div", "role", "alert").first)
        #expect(summary.text.contains("There are 3 problems") && summary["autofocus"] != nil)
        let links = shown.all("a").filter { $0["href"]?.hasPrefix("#field-") == true }
        #expect(
            links.map(\.text) == [
                "Please select a school", "Please select an interaction type",
                "File exceeds 10MB limit: At-bats-October.pdf is 12.4 MB",
            ])
        let school = try #require(shown.all("select", "name", "school_id").first)
        #expect(school["aria-invalid"] == "true")
        #expect(school["aria-describedby"] == "field-school_id-error")
        #expect(
            shown.all("p", "id", "field-school_id-error").map(\.text) == ["Please select a school"])
        #expect(
            shown.all("input", "name", "subject").first?["value"] == "<b>My</b> \"subject\"")
        #expect(shown.all("select", "name", "sentiment").first?["aria-invalid"] == nil)
    }

    /// Every refusal of the contract finds its place on the page.
    @Test
    func everyRefusalStandsBesideItsField() throws {
        for name in LogInteractionEntry.fields {
            var entry = fresh
            entry.errors = [name: "Wrong: \(name)"]
            let shown = try page(entry)
            #expect(shown.all("a", "href", "#field-\(name)").map(\.text) == ["Wrong: \(name)"])
            #expect(shown.all("p", "id", "field-\(name)-error").map(\.text) == ["Wrong: \(name)"])
            #expect(shown.text.contains("There is 1 problem"))
        }
        let known = CreateInteraction.Request.fieldNames.filter {
            $0 != "event_id" && $0 != "player_id"
        }
        #expect(Set(known) == Set(LogInteractionEntry.fields))
    }

    /// D-48: without the note that the level left in the content.
    @Test
    func anotherLikeItIsFilledIn() throws {
        let entry = LogInteractionEntry(like: SamplePages.shown.interaction, in: Samples.zone)
        #expect(entry.content == "They asked for the fall schedule and offered a visit.")
        #expect(entry.signals == ["schedule", "visit", "contact", "personal"])
        let shown = try page(entry)
        #expect(shown.all("input", "role", "switch").count { $0["checked"] != nil } == 4)
        #expect(
            shown.all("option").filter { $0["selected"] != nil }.map(\.text) == [
                "University 0", "Bodhi Hartsworn", "Assistant Coach", "Phone Call", "Very Positive",
            ])
    }

    /// IA-36, IA-39.
    @Test
    func filesAreSentInParts() throws {
        let shown = try page(fresh)
        let form = try #require(shown.all("form", "method", "post").first)
        #expect(form["enctype"] == "multipart/form-data" && form["action"] == "/interactions/new")
        let files = try #require(shown.all("input", "type", "file").first)
        #expect(files["accept"]?.contains("application/pdf") == true && files["multiple"] != nil)
        #expect(shown.text.contains("JPEG, PNG, GIF, PDF, DOC, DOCX, TXT, up to 10 MB each"))
    }

    /// N-97: a parent of several players chooses one, and says why if none was chosen.
    @Test
    func aParentChoosesThePlayer() throws {
        let shown = try page(SamplePages.entryForPlayers)
        let select = try #require(shown.all("select").first { $0["name"] == "player_id" })
        #expect(select["aria-invalid"] == "true")
        var single = SamplePages.entryForPlayers
        single.players.removeLast()
        #expect(try !page(single).all("select").contains { $0["name"] == "player_id" })
    }
}
