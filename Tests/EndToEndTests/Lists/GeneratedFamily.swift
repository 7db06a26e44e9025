import Contracts
import Foundation
import Support

/// A family with difficult data: two players, a parent of another family, rows at the same instant,
/// accents and emoji, long texts, HTML, all ten types, boundaries to the millisecond.
struct GeneratedFamily {
    static let zone = "America/New_York"

    private let system: SystemUnderTest
    private let now: Int64
    private var random = SeededNumbers(seed: 20_260_312)

    init(_ system: SystemUnderTest, now: Int64) {
        self.system = system
        self.now = now
    }

    mutating func load(sharing parent: inout Person) throws -> ListFamily {
        let made = try system.makeHousehold(
            "Zoë Ångström", family: "Ünïcode & Söns 👪", timeZone: Self.zone)
        let first = made.player
        let second = try made.makeMember("álvaro ñandú 🏈", .player)
        try system.join(made.codes.parentCode, as: &parent)
        let other = try made.makeMember("Parent O'Neil", .parent)
        var family = ListFamily(
            id: made.id, zone: Self.zone, players: [first, second], parents: [other, parent])
        family.schools = try ["École Supérieure", "St. Mary's \"A\" & <Co>", "東京大学"].map { name in
            let school = try system.call(
                AddSchool.self, .init(name: name), as: first, in: made.id
            ).school
            return .init(id: school.id, name: name)
        }
        family.coaches = try [("José", "Müller", 0), ("Pat", "O'Brien", 1), ("健", "田中", 2)]
            .map { given, surname, school in
                let form = CoachForm(
                    firstName: given, lastName: surname, schoolID: family.schools[school].id)
                let coach = try system.call(AddCoach.self, form, as: second, in: made.id).coach
                return .init(
                    id: coach.id, name: "\(given) \(surname)", school: family.schools[school])
            }
        let drafts =
            boundaries(family) + oneInstant(family) + texts(family) + calibrations(family)
            + everything(family)
        let (through, instant, target) = (system, now, family)
        family.rows = try inParallel(drafts.shuffled(using: &random)) { draft in
            try target.log(draft, through: through, at: instant)
        }
        return family
    }

    /// IL-11, IL-21: at each boundary, one millisecond before and after, in three zones.
    private func boundaries(_ family: ListFamily) -> [ListFamily.Draft] {
        let oracle = family.oracle(at: now)
        var instants = [now, now + 1, now + 86_400_000, now - 7 * 86_400_000]
        for days in [7, 14, 30, 90] {
            for zone in [Self.zone, "UTC", "Pacific/Auckland"] {
                instants.append(oracle.start(ofLast: days, in: zone))
            }
        }
        return Set(instants).flatMap { [$0 - 1, $0, $0 + 1] }.enumerated().map { index, instant in
            ListFamily.Draft(
                player: index % 2, school: family.schools[index % 3],
                direction: index % 3 == 0 ? "inbound" : "outbound", subject: "boundary",
                occurredAt: instant)
        }
    }

    /// D-06, IL-02: rows of the same instant are ordered by id.
    private func oneInstant(_ family: ListFamily) -> [ListFamily.Draft] {
        (0..<24).map { index in
            ListFamily.Draft(
                player: index % 2, school: family.schools[0], subject: "same instant \(index)",
                occurredAt: now - 3 * 86_400_000)
        }
    }

    private func texts(_ family: ListFamily) -> [ListFamily.Draft] {
        let plain = [
            "Café au lait", "Cafe\u{301} decomposed", "ÉCOLE", "straße STRASSE", "🔥 on fire",
            "👩‍👩‍👧‍👦 family", "🇺🇸 flag", "100% _sure_", "It's \"quoted\", really", "back\\slash",
            "tab\there", "two\nlines", "John <john@x.edu>", "5<6 and 7>2", "Tom & Jerry &amp; Co",
            "日本語のメール", "עברית", "e\u{301}\u{302}\u{303}", "ﬁne ligature", " blanks around ",
        ]
        // D-13: the text that must remain of markup, determined by hand.
        let marked = [
            ("<b>Bold</b> move", "Bold move"), ("<script>alert(1)</script>Hello", "Hello"),
            ("<img src=x onerror=alert(1)>Picture", "Picture"), ("a<br>b", "ab"),
            ("<style>p{}</style>Styled", "Styled"), ("<a href=\"x>y\">go</a>", "go"),
        ]
        var drafts: [ListFamily.Draft] = []
        for (index, text) in plain.enumerated() {
            var draft = ListFamily.Draft(
                player: index % 2, school: family.schools[index % 3], type: "text",
                occurredAt: now - Int64(index) * 3_600_123)
            if index % 3 == 0 { draft.content = text } else { draft.subject = text }
            drafts.append(draft)
            draft.school = nil
            draft.coach = family.coaches[index % 3]
            (draft.subject, draft.content) = (draft.content, draft.subject)
            drafts.append(draft)
        }
        for (index, (text, remains)) in marked.enumerated() {
            drafts.append(
                ListFamily.Draft(
                    player: index % 2, school: family.schools[0], type: "dm", subject: text,
                    content: text, storedSubject: remains, storedContent: remains,
                    occurredAt: now - Int64(index) * 7_200_001))
        }
        drafts += longTexts(family)
        return drafts
    }

    /// IA-17, IA-18: texts of the maximum length, counted in visible characters.
    private func longTexts(_ family: ListFamily) -> [ListFamily.Draft] {
        ["x", "é", "e\u{301}", "👍🏽", "日"].enumerated().map { index, character in
            ListFamily.Draft(
                player: index % 2, coach: family.coaches[0], type: "game",
                subject: String(repeating: character, count: 500),
                content: String(repeating: character, count: 10_000),
                occurredAt: now - Int64(index) * 86_400_000)
        }
    }

    /// IA-28, IA-33, D-12: every number of positive answers, whether or not calibration applies.
    private func calibrations(_ family: ListFamily) -> [ListFamily.Draft] {
        let signals = ["schedule", "visit", "academics", "contact", "roster", "personal"]
        return (0...6).flatMap { count in
            ["very_positive", "positive", "neutral", nil].map { sentiment in
                ListFamily.Draft(
                    player: count % 2, school: family.schools[1], coach: family.coaches[1],
                    type: "phone_call", direction: "inbound",
                    content: count == 3 ? nil : "They called", sentiment: sentiment,
                    occurredAt: now - Int64(count) * 5_000_000,
                    signals: Array(signals.prefix(count)))
            }
        }
    }

    /// Every combination of type, direction and sentiment, at random times within four months.
    private mutating func everything(_ family: ListFamily) -> [ListFamily.Draft] {
        let types = [
            "email", "phone_call", "text", "in_person_visit", "virtual_meeting", "camp",
            "showcase", "tweet", "dm", "game",
        ]
        let sentiments: [String?] = ["very_positive", "positive", "neutral", "negative", nil]
        var drafts: [ListFamily.Draft] = []
        for type in types {
            for direction in ["outbound", "inbound"] {
                for sentiment in sentiments {
                    let number = Int.random(in: 0..<1_000, using: &random)
                    drafts.append(
                        ListFamily.Draft(
                            player: number % 2, school: family.schools[number % 3],
                            otherCoach: number % 4 == 0 ? "Coach Ünlisted \(number)" : nil,
                            type: type, direction: direction,
                            subject: number % 5 == 0 ? nil : "Camp dates \(number)",
                            content: number % 3 == 0 ? nil : "We talked about the ROSTER.",
                            sentiment: sentiment,
                            occurredAt: now
                                - Int64.random(in: 0...(120 * 86_400_000), using: &random)))
                }
            }
        }
        return drafts
    }
}
