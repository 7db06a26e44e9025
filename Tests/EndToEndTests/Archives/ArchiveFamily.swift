import Contracts
import Foundation
import ServiceKit
import Support

/// A family with awkward records of every kind, made by a generator.
struct ArchiveFamily {
    static let now = Instant(text: "2026-03-01T12:00:00Z") ?? .earliest
    /// Texts that files, spreadsheets and terminals find hard.
    static let texts = [
        "plain", "a, b; c", "\"quoted\" 'single'", "two\nlines\r\nand three", "=1+2", "'=1+2",
        "+1 919 555 0199", "-", "@home", "\ttabbed", " blanks around ", "עברית مرحبا",
        "日本語のメール", "👩‍👩‍👧‍👦 family 🇺🇸", "e\u{301}\u{302}", "5<6 & 7>2", "\u{202e}reversed",
        "＝full width", String(repeating: "é", count: 200),
    ]

    /// The number of its contacts.
    static let contactCount = 64

    let home: Household
    private var random: SeededNumbers
    private var schools: [SchoolID?] = []
    private var coaches: [Coach] = []
    private var events: [Event] = []

    init(_ home: Household, seed: UInt64) {
        self.home = home
        random = SeededNumbers(seed: seed)
    }

    private mutating func text() -> String { Self.texts.randomElement(using: &random) ?? "" }

    /// A text for fields that hold a hundred characters.
    private mutating func short() -> String { String(text().prefix(60)) }

    private mutating func maybe<Value>(_ value: Value) -> Value? {
        Bool.random(using: &random) ? value : nil
    }

    private mutating func instant() -> String {
        let back = Int64.random(in: 0...(300 * 86_400_000), using: &random)
        return Instant(milliseconds: Self.now.milliseconds - back).text
    }

    private func add<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request
    ) throws -> Op.Response {
        try home.call(operation, request)
    }

    /// Adds everything.
    mutating func fill() throws {
        try addSchools()
        try addCoaches()
        try addEvents()
        try addInteractions()
        try addMetricsAndPosts()
        try addDecisions()
    }

    // MARK: Schools and coaches

    private mutating func addSchools() throws {
        for number in 0..<6 {
            var form = SchoolForm(name: "School \(number) " + short())
            form.city = FormField(maybe(short()))
            form.state = FormField(maybe("NC"))
            form.division = FormField(maybe("D2"))
            form.notes = FormField(maybe(text()))
            form.website = FormField(maybe("https://school\(number).example/?a=1&b=2"))
            form.twitterHandle = FormField(maybe("school_\(number)"))
            schools.append(try add(AddSchool.self, form).school.id)
        }
        // One of the catalogue, of which the family cleared something.
        let found = try add(SearchSchools.self, .init(search: "duke")).schools
        guard let first = found.first else { return }
        let school = try add(AddSchool.self, .init(catalogueID: first.catalogueID)).school
        var edit = SchoolForm()
        edit.id = FormField(school.id.text)
        edit.version = FormField(school.version)
        edit.clear = FormField(["conference", "website"])
        schools.append(try add(EditSchool.self, edit).school.id)
        schools.append(nil)
    }

    private mutating func addCoaches() throws {
        for number in 0..<8 {
            // Two coaches have the same name at the same school.
            let isTwin = number < 2
            var form = CoachForm(
                firstName: isTwin ? "Pat" : "=Pat \(number)", lastName: isTwin ? "Doyle" : short(),
                schoolID: isTwin ? schools[0] : schools.randomElement(using: &random) ?? nil)
            form.role = FormField(
                CoachRole.allCases.randomElement(using: &random)?.rawValue)
            form.email = FormField(maybe("coach\(number)@school.example"))
            form.phone = FormField(maybe("+1 (919) 555-010\(number)"))
            form.notes = FormField(maybe(text()))
            coaches.append(try add(AddCoach.self, form).coach)
        }
        try addRated()
    }

    /// A coach with figures of an imported file.
    private mutating func addRated() throws {
        let row = CoachImportRow(
            line: 2, key: "rated-1", form: CoachForm(firstName: "Rated", lastName: "Coach"),
            responsivenessScore: "64.5", lastContactDate: "2025-11-03T10:00:00.000Z")
        let staged = try add(
            StageImport<CoachImportRow>.self, .init(importID: nil, number: 1, rows: [row]))
        _ = try home.call(
            CommitImport<CoachImportRow>.self, .init(importID: staged.importID),
            key: IdempotencyKey(high: 7, low: .random(in: 1 ... .max)))
    }

    // MARK: Events

    private mutating func addEvents() throws {
        for number in 0..<6 {
            var form = EventForm(
                type: EventType.allCases.randomElement(using: &random)?.rawValue,
                name: "Event \(number) " + short(),
                startDate: "2026-0\(1 + number)-1\(number)")
            let coach = coaches[number]
            form.schoolID = FormField(coach.schoolID?.text)
            form.endDate = FormField(maybe("2026-0\(1 + number)-2\(number)"))
            form.startTime = FormField(maybe("09:30"))
            form.endTime = FormField(maybe("17:00"))
            form.location = FormField(maybe(text()))
            form.address = FormField(maybe(text()))
            form.description = FormField(maybe(text()))
            form.performanceNotes = FormField(maybe(text()))
            form.eventSource = FormField(EventSource.allCases.randomElement()?.rawValue)
            form.cost = FormField(maybe(149.5))
            form.registered = FormField(Bool.random(using: &random))
            form.attended = FormField(Bool.random(using: &random))
            form.statsRecorded = FormField(
                maybe(
                    RecordedStats(["hits": .number(3), "=odd": .text("=1"), "won": .truth(true)])))
            var event = try add(AddEvent.self, form).event
            if event.schoolID != nil {
                event = try add(AddEventCoach.self, .init(id: event.id, coachID: coach.id)).event
            }
            events.append(event)
        }
    }

    // MARK: Interactions

    private mutating func addInteractions() throws {
        for number in 0..<60 {
            var form = CreateInteraction.Request(
                type: InteractionType.allCases.randomElement(using: &random)?.rawValue,
                direction: number % 2 == 0 ? "inbound" : "outbound",
                // Several of the same time are listed in the order of their ids.
                occurredAt: number < 8 ? "2026-02-02T02:02:02.002Z" : instant())
            let coach = coaches.randomElement(using: &random)
            form.coachID = FormField(number % 3 == 0 ? nil : coach?.id.text)
            form.schoolID = FormField(number % 3 == 0 ? schools[number % 6]?.text : nil)
            form.otherCoachName = FormField(number % 3 == 0 ? maybe(text()) : nil)
            form.eventID = FormField(maybe(events[number % 6].id.text))
            form.subject = FormField(
                number == 10 ? String(repeating: "👍🏽", count: 500) : maybe(text()))
            form.content = FormField(
                number == 11 ? String(repeating: "日", count: 10_000) : maybe(text() + "\n" + text())
            )
            form.sentiment = FormField(
                number % 4 == 0
                    ? "very_positive" : maybe(Sentiment.allCases.randomElement()?.rawValue ?? ""))
            form.interestAnswers = FormField(
                number % 8 == 0
                    ? Array(InterestSignal.allCases.map(\.rawValue).prefix(number % 7)) : nil)
            let made = try add(CreateInteraction.self, form).interaction
            if number % 15 == 0 { try attach(number, to: made.id) }
        }
    }

    private func attach(_ number: Int, to interaction: InteractionID) throws {
        let files: [(String, [UInt8])] = [
            ("Résumé \(number).pdf", SampleFiles.bytes(.pdf, size: 300_000, seed: 1)),
            ("=notes.txt", SampleFiles.bytes(.text, size: 50, seed: UInt64(number + 1))),
        ]
        for (name, bytes) in files {
            let begun = try add(
                BeginAttachment.self,
                .init(
                    interactionID: interaction, fileName: name, size: bytes.count,
                    sha256: ContentHash(of: bytes).hex))
            for start in stride(from: 0, to: bytes.count, by: AttachmentLimit.chunkBytesMax) {
                _ = try add(
                    AppendAttachment.self,
                    .init(
                        attachmentID: begun.attachmentID, offset: start,
                        bytes: bytes[start...].prefix(AttachmentLimit.chunkBytesMax)))
            }
            _ = try add(FinishAttachment.self, .init(attachmentID: begun.attachmentID))
        }
    }

    // MARK: The rest

    private mutating func addMetricsAndPosts() throws {
        for number in 0..<20 {
            var form = MetricForm(
                metricType: number % 2 == 0 ? "velocity" : "=own \(number)",
                value: Double(number) / 3,
                eventID: maybe(events[number % 6].id))
            form.unit = FormField(maybe("mph"))
            form.recordedDate = FormField("2026-02-\(10 + number % 10)")
            form.notes = FormField(maybe(text()))
            form.verified = FormField(Bool.random(using: &random))
            _ = try add(AddMetric.self, form)
            var post = PostForm(platform: number % 2 == 0 ? "twitter" : "instagram")
            post.postDate = FormField(instant())
            post.postContent = FormField(text())
            post.postURL = FormField(maybe("https://posts.example/\(number)"))
            post.schoolID = FormField(maybe(schools[number % 6]?.text ?? ""))
            post.coachID = FormField(maybe(coaches[number % 8].id.text))
            post.authorName = FormField(maybe("Coach " + short()))
            post.authorHandle = FormField(maybe("@handle"))
            post.isRecruitingRelated = FormField(Bool.random(using: &random))
            post.engagementCount = FormField(number * 10)
            _ = try add(AddPost.self, post)
        }
    }

    private func addDecisions() throws {
        _ = try add(SetFollowUp.self, .init(id: coaches[0].id, cadenceDays: 10))
        _ = try add(SetFollowUp.self, .init(id: coaches[1].id, dueOn: "2026-03-20"))
        // At schools where nobody else is written to.
        let names = [(1, "Waits"), (2, "Answered"), (4, "Later"), (5, "Left out")]
        for (number, name) in names {
            var form = CreateInteraction.Request(
                type: "email", direction: "inbound", occurredAt: "2026-02-2\(number)T12:00:00Z")
            form.schoolID = FormField(schools[number]?.text)
            form.otherCoachName = FormField("Unlisted " + name)
            let id = try add(CreateInteraction.self, form).interaction.id
            switch name {
            case "Answered": _ = try add(FinishFollowUp.self, .init(id: id))
            case "Later": _ = try add(SetFollowUp.self, .init(id: id, dueOn: "2026-04-01"))
            case "Left out": _ = try add(SkipFollowUp.self, .init(id: id))
            default: break
            }
        }
        let windows = [
            "division,types,direction,kind,first_day,last_day,note,source,checked_on",
            "D1,phone_call;text,inbound,closed,2026-05-01,2026-06-01,\"=a, b\",rules,2026-01-01",
            ",,,open,2026-01-01,,,https://example.com/r,2026-02-01",
        ]
        _ = try add(ImportContactWindows.self, .init(csv: windows.joined(separator: "\n")))
        var profile = ProfileForm()
        profile.id = FormField(ProfileID(of: home.player.userID).text)
        profile.positions = "=SS, \"2B\""
        profile.gpa = FormField(3.85)
        profile.gpaFor = "me"
        profile.videoLinks = "https://video.example/a\nhttps://video.example/b"
        _ = try add(EditProfile.self, profile)
    }
}
