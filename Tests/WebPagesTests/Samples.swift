import Contracts
import Support
import Foundation
import HTML

@testable import WebPages

/// Invented records for pages.
enum Samples {
    static let now = instant("2026-11-22T12:00:00Z")
    static let zone = ReaderZone(TimeZone(identifier: "America/New_York") ?? .gmt)
    static let player = UserID(high: 1, low: 1)
    static let parent = UserID(high: 1, low: 2)
    static let family = FamilyID(high: 2, low: 1)

    static func instant(_ text: String) -> Instant {
        Instant(text: text) ?? Instant(milliseconds: 0)
    }

    static func context(
        _ role: Role = .player, unread: Int = 0, notice: Notice? = nil, zone: ReaderZone = zone
    ) -> PageContext {
        PageContext(
            userID: role == .player ? player : parent,
            fullName: role == .player ? "Maya Rivera" : "Elena Rivera", role: role,
            family: .init(id: family, name: "The Riveras"), zone: zone, now: now,
            unreadCount: unread, formToken: "token-of-the-session",
            formKey: IdempotencyKey(high: 8, low: 1),
            notice: notice)
    }

    /// A page as text.
    static func text(_ write: (inout HTMLWriter) -> Void) -> String {
        String(decoding: bytes(write), as: UTF8.self)
    }

    static func bytes(_ write: (inout HTMLWriter) -> Void) -> [UInt8] {
        var html = HTMLWriter()
        write(&html)
        return html.bytes
    }

    /// The page that is written, read back.
    static func document(_ write: (inout HTMLWriter) -> Void) throws -> Document {
        try Document(bytes(write))
    }

    // MARK: Interactions

    private static let subjects = [
        "Call after the weekend tournament", "Camp invite", nil, "Follow-up", "Transcript request",
        "Schedule", "Intro",
    ]
    private static let contents = [
        "They asked for the fall schedule and offered a visit.", "Form letter, no name used.", nil,
        "They like the change-up; want one more look. They will be at the showcase in December.",
    ]
    private static let schools = [
        "Campbell University", "East Central University", "Dartmouth College", "Elon University",
        "Indiana University of Pennsylvania-Main Campus", "DePauw University",
    ]
    private static let coaches = ["Keiko Hidalgan", nil, "Yara Pryorvale", "Ruben Yarrowfield"]

    static func interaction(_ number: Int) -> Interaction {
        let types = InteractionType.allCases
        let sentiments: [Sentiment?] = Sentiment.allCases + [nil]
        let coach = coaches[number % coaches.count]
        let school = number % schools.count
        let time = now.advanced(by: .seconds(-Int64(number) * 61_000 - 3_000))
        return Interaction(
            id: InteractionID(high: 3, low: UInt64(number + 1)), familyUnitID: family,
            schoolID: SchoolID(high: 4, low: UInt64(school)), schoolName: schools[school],
            coachID: coach.map { _ in CoachID(high: 5, low: UInt64(number % coaches.count)) },
            coachName: coach, otherCoachName: nil, eventID: nil,
            type: types[(number * 7 + 1) % types.count],
            direction: number % 3 == 1 ? .outbound : .inbound,
            subject: subjects[number % subjects.count], content: contents[number % contents.count],
            sentiment: sentiments[number % sentiments.count], occurredAt: time, loggedBy: player,
            loggedByName: "Maya Rivera", interestLevel: nil, interestAnswers: nil,
            attachments: number % 9 == 4 ? ["a", "b"] : [], createdAt: time, updatedAt: time)
    }

    static func interactions(_ count: Int) -> [Interaction] { (0..<count).map(interaction) }

    /// Long names, right-to-left names, emoji, and markup that must stay text.
    static var hardInteractions: [Interaction] {
        var rows = interactions(8)
        rows[0].subject =
            "Re: Re: Fwd: Official visit weekend, travel, housing, and everything else we discussed"
        rows[0].coachName = "Maximiliana Featherstonehaugh-Cholmondeley von Hohenlohe"
        rows[0].attachments = ["a", "b"]
        rows[1].subject = "مرحبا بكم في زيارة الحرم الجامعي"
        rows[1].content = "أهلا مايا، نتطلع إلى رؤيتك."
        rows[1].coachID = nil
        rows[1].otherCoachName = "نور الهاشمي"
        rows[2].subject = "🔥⚾ Great at-bat today!! 👏🏽👩‍👩‍👧‍👦"
        rows[2].coachName = "דוד בן־ארי"
        rows[3].schoolName = nil
        rows[3].coachName = nil
        rows[4].subject = "<script>alert(1)</script> & \"quotes\""
        rows[4].content = "Donaudampfschifffahrtsgesellschaftskapitänsmütze".repeated(6)
        rows[5].schoolID = nil
        rows[5].coachID = nil
        rows[6].occurredAt = nil
        rows[6].createdAt = nil
        rows[7].loggedBy = parent
        return rows.sorted {
            ($0.displayDate ?? .earliest) > ($1.displayDate ?? .earliest)
        }
    }

    static func list(
        _ rows: [Interaction], _ role: Role = .player, _ active: [ActiveFilter] = []
    ) -> ListInteractions.Response {
        let outbound = rows.count { $0.direction == .outbound }
        return ListInteractions.Response(
            activeFilters: active,
            analytics: InteractionFigures(
                total: rows.count, outbound: outbound, inbound: rows.count - outbound,
                thisWeek: min(rows.count, 10)),
            interactions: rows,
            loggedByOptions: role == .parent
                ? [
                    .init(id: parent, label: "Me (Parent)"),
                    .init(id: player, label: "Maya Rivera"),
                ] : nil,
            title: role == .player ? "My Interactions" : "Interactions")
    }

    // MARK: Coaches

    static func coach(_ number: Int) -> Coach {
        let first = ["Bodhi", "Ingrid", "Avery", "Rosa", "Vera", "Blair"][number % 6]
        let last = ["Hartsworn", "Oakhollow", "Abernetti", "Bramblecot"][number % 4]
        let score: Double? = [0, 50, nil, 100, 74.9][number % 5]
        let school = number % schools.count
        return Coach(
            id: CoachID(high: 5, low: UInt64(number)), familyUnitID: family, firstName: first,
            lastName: last, schoolID: SchoolID(high: 4, low: UInt64(school)),
            schoolName: schools[school], role: CoachRole.allCases[number % 3],
            email: "\(first).\(last)@university.example".lowercased(),
            phone: number % 3 == 2 ? nil : "(404) 555-018\(number % 10)",
            twitterHandle: number % 2 == 0 ? "@coach\(number)" : nil,
            instagramHandle: number % 4 == 1 ? "coach\(number)" : nil,
            notes: "Prefers e-mail before noon", responsivenessScore: score,
            responsivenessSampleSize: score == nil ? nil : 2, responsivenessComputedAt: now,
            responsivenessSource: score == nil ? nil : .computed,
            medianAnswerHours: score == nil ? nil : 93.5,
            silentSince: now.advanced(by: .seconds(-12 * 86_400)),
            lastContactDate: number % 7 == 6 ? nil : now.advanced(by: .seconds(-13 * 86_400)),
            version: 1, createdBy: player, createdAt: now, updatedAt: now)
    }

    static func coachList(
        _ coaches: [Coach], _ active: [ActiveFilter] = []
    ) -> ListCoaches.Response {
        ListCoaches.Response(activeFilters: active, coaches, total: coaches.count)
    }
}

extension String {
    fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
