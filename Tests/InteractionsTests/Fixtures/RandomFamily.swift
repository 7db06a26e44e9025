import Contracts
import Support

@testable import Interactions

/// Invented rows of two families and invented questions about them, the same for the same seed.
struct RandomFamily {
    static let texts: [String?] = [
        nil, "", "Campus visit", "CAMPUS tour at 5<6", "visité l'École", "E\u{301}cole d'ÉTÉ",
        "go \u{1F3C8} team \u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}",
        "<b>bold</b> & <script>x</script>", "100%_sure \\ \"yes\"", "Straße STRASSE İstanbul",
        String(repeating: "long campus text \u{1F3C8}\n", count: 400),
    ]
    static let searches: [String?] = [
        nil, "campus", "CAMPUS V", "école", "e\u{301}cole", "ecole", "\u{1F3C8}", "5<6", "%_",
        "\\ \"", "straße", "ss", "text \u{1F3C8}\n", "<b>", "o'b", "nothing like it",
    ]
    static let zones: [String?] = [nil, "UTC", "Europe/Vienna", "Pacific/Auckland"]
    static let otherCoaches: [String?] = [nil, nil, "Zoë O'Brien", "CAMPUS coach"]

    let now: Instant
    var numbers: SeededNumbers

    init(seed: UInt64, now: Instant) {
        numbers = SeededNumbers(seed: seed)
        self.now = now
    }

    /// Instants at which something begins or ends, one millisecond apart, and some between.
    private mutating func instant() -> Instant {
        let days = [0, 7, 7, 14, 30, 90, -3].randomElement(using: &numbers) ?? 0
        let hours = [0, 0, 0, 1, -1].randomElement(using: &numbers) ?? 0
        let milliseconds = [-1, 0, 0, 1].randomElement(using: &numbers) ?? 0
        let jitter =
            Int.random(in: 0..<4, using: &numbers) == 0
            ? Int.random(in: 0..<8_000_000, using: &numbers) : 0
        return now.advanced(
            by: .milliseconds(
                -days * 86_400_000 + hours * 3_600_000 + milliseconds - jitter))
    }

    private mutating func pick<Value>(_ values: [Value?]) -> Value? {
        values.randomElement(using: &numbers) ?? nil
    }

    /// One to three words of a list, some of them twice.
    private mutating func words<Word: RawRepresentable<String> & CaseIterable>(
        _ type: Word.Type
    ) -> String {
        let all = type.allCases.map(\.rawValue)
        let count = [1, 1, 2, 3].randomElement(using: &numbers) ?? 1
        return (0..<count).compactMap { _ in all.randomElement(using: &numbers) }
            .joined(separator: ",")
    }

    mutating func row() -> Interaction {
        let viewer = Harness.members.randomElement(using: &numbers) ?? Harness.player
        let occurredAt = Int.random(in: 0..<8, using: &numbers) == 0 ? nil : instant()
        let isDay = Int.random(in: 0..<6, using: &numbers) == 0
        let precision: DatePrecision? = occurredAt == nil || !isDay ? nil : pick([.day, .month])
        let createdAt = Int.random(in: 0..<3, using: &numbers) == 0 ? nil : instant()
        let isOwn = viewer.family == Harness.family
        let schoolID = pick([nil, Harness.school, Harness.secondSchool, SchoolID(high: 7, low: 7)])
        let coachID = pick([nil, Harness.coach, Harness.secondCoach, CoachID(high: 7, low: 7)])
        return Interaction(
            id: InteractionID(high: 0x0190, low: numbers.next()),
            familyUnitID: viewer.family, schoolID: schoolID,
            schoolName: isOwn ? schoolID.flatMap { Harness.schoolNames[$0] } : nil,
            coachID: coachID,
            coachName: isOwn ? coachID.flatMap { Harness.coachNames[$0] } : nil,
            otherCoachName: pick(Self.otherCoaches), eventID: nil,
            type: InteractionType.allCases.randomElement(using: &numbers) ?? .email,
            direction: Direction.allCases.randomElement(using: &numbers) ?? .inbound,
            subject: pick(Self.texts), content: pick(Self.texts),
            sentiment: pick([nil] + Sentiment.allCases),
            occurredAt: occurredAt.map { ContactTime($0, knownTo: precision).instant },
            occurredPrecision: precision,
            loggedBy: viewer.userID, loggedByName: viewer.name,
            interestLevel: pick([nil, .high, .medium, .low]),
            interestAnswers: pick([nil, [], [.visit, .roster]]), attachments: [],
            createdAt: createdAt, updatedAt: createdAt)
    }

    mutating func request() -> ListInteractions.Request {
        var request = ListInteractions.Request()
        // None to all of the filters: each one alone comes up as well as every combination.
        let likelihoods: [Double] = [0, 0.15, 0.15, 0.4, 0.8]
        let likelihood = likelihoods.randomElement(using: &numbers) ?? 0
        func isSet(_ numbers: inout SeededNumbers) -> Bool {
            Double.random(in: 0..<1, using: &numbers) < likelihood
        }
        if isSet(&numbers) { request[.search] = pick(Self.searches) }
        if isSet(&numbers) { request[.type] = words(InteractionType.self) }
        if isSet(&numbers) { request[.direction] = words(Direction.self) }
        if isSet(&numbers) { request[.sentiment] = words(Sentiment.self) }
        if isSet(&numbers) { request[.days] = pick(["7", "14", "30", "90"]) }
        if isSet(&numbers) { request[.since] = instant().text }
        if isSet(&numbers) { request[.until] = instant().text }
        if isSet(&numbers) {
            request[.loggedBy] = pick(Harness.members)?.userID.text
        }
        if isSet(&numbers) {
            request[.schoolID] = pick([Harness.school, Harness.secondSchool])?.text
        }
        if isSet(&numbers) {
            request[.coachID] = pick([Harness.coach, Harness.secondCoach])?.text
        }
        request.timeZone = FormField(pick(Self.zones))
        request.limit = FormField(pick([nil, nil, 1, 5, 50]))
        return request
    }
}
