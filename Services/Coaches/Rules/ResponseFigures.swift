import Contracts

/// What a coach's contacts say at one time of day: when the last one was (D-29), and how readily
/// the coach answers (D-28). A function of the contacts and the time; nothing else.
struct ResponseFigures: Hashable {
    /// Attempts below which there is no score.
    static let attemptsMin = 2

    /// The latest contact with the coach, in either direction, that is not in the future.
    private(set) var lastContact: Instant?
    /// How many attempts count: those that are 14 days old. `nil` if there was never an attempt.
    private(set) var sampleSize: Int?
    /// How many of them were answered.
    private(set) var answeredCount = 0
    /// Answered attempts of a hundred, rounded half up; `nil` for fewer than two attempts.
    private(set) var score: Int?
    /// The middle of the times that counted answers took, in hours.
    private(set) var medianAnswerHours: Double?
    /// When the coach was last heard of, else first written to; `nil` if neither ever happened.
    private(set) var silentSince: Instant?
    /// When time alone last changed them; `nil` for never.
    private(set) var holdsFrom: Instant?
    /// When time alone will change them; `nil` for never.
    private(set) var holdsUntil: Instant?

    /// Everything that was written to the coach, also what does not count yet, oldest first.
    let attempts: [ResponseAttempt]

    /// The figures of contacts with a coach and of what came from the coach's school without
    /// naming a coach, both oldest first.
    init(of contacts: [Contact], schoolAnswers: [Contact], at now: Instant) {
        let outbound = contacts.filter { $0.direction == .outbound }
        let own = contacts.filter { $0.direction == .inbound }
        attempts = ResponseAttempt.attempts(
            of: outbound, answeredBy: Self.merged(own, schoolAnswers))
        lastContact = contacts.last { $0.occurredAt <= now }?.occurredAt
        compute(at: now)
        silentSince = Self.silence(
            since: outbound.first { $0.occurredAt <= now }?.occurredAt, own, schoolAnswers, now)
        // Without a contact with the coach, what comes from the school says nothing about them.
        let instants =
            contacts.map(\.occurredAt) + attempts.map(\.countsFrom)
            + (contacts.isEmpty ? [] : schoolAnswers.map(\.occurredAt))
        holdsFrom = instants.filter { $0 <= now }.max()
        holdsUntil = instants.filter { $0 > now }.min()
    }

    /// Whole days since the coach was last heard of, else first written to.
    func daysOfSilence(at now: Instant) -> Int? {
        silentSince.map { Int(max(0, now.milliseconds - $0.milliseconds) / 86_400_000) }
    }

    /// Whether an attempt counts at this time.
    static func counts(_ attempt: ResponseAttempt, at now: Instant) -> Bool {
        attempt.countsFrom <= now
    }

    private mutating func compute(at now: Instant) {
        guard attempts.contains(where: { $0.beganAt <= now }) else { return }
        let counted = attempts.filter { Self.counts($0, at: now) }
        let hours = counted.compactMap(\.answerHours)
        sampleSize = counted.count
        answeredCount = hours.count
        medianAnswerHours = Self.median(hours)
        guard counted.count >= Self.attemptsMin else { return }
        score = Self.percent(hours.count, of: counted.count)
    }

    /// So many of so many, in percent, rounded half up.
    static func percent(_ part: Int, of whole: Int) -> Int {
        whole > 0 ? (200 * part + whole) / (2 * whole) : 0
    }

    /// The middle of some figures, of an even number of them the mean of both middle ones.
    static func median(_ values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let upper = sorted.count / 2
        return sorted.count.isMultiple(of: 2)
            ? (sorted[upper - 1] + sorted[upper]) / 2 : sorted[upper]
    }

    private static func silence(
        since firstMessage: Instant?, _ own: [Contact], _ schoolAnswers: [Contact], _ now: Instant
    ) -> Instant? {
        let heard = own.last { $0.occurredAt <= now }?.occurredAt
        guard let firstMessage else { return heard }
        let fromSchool = schoolAnswers.last {
            $0.occurredAt <= now && $0.occurredAt >= firstMessage
        }
        return [heard, fromSchool?.occurredAt].compactMap(\.self).max() ?? firstMessage
    }

    /// Two lists, each oldest first, as one.
    private static func merged(_ left: [Contact], _ right: [Contact]) -> [Contact] {
        guard !right.isEmpty else { return left }
        return (left + right).sorted { ($0.occurredAt, $0.id) < ($1.occurredAt, $1.id) }
    }
}
