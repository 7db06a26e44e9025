import Contracts

/// The figures of a coach at one time: the last contact (D-29) and responsiveness (D-28). A pure
/// function of the contacts and the time.
struct ResponseFigures: Hashable {
    /// The fewest attempts for a score.
    static let attemptsMin = 2

    /// The latest contact with the coach in either direction, not in the future.
    private(set) var lastContact: Instant?
    /// The number of attempts that count, which are those at least 14 days old; `nil` if there was
    /// no attempt.
    private(set) var sampleSize: Int?
    /// The number of counted attempts that were answered.
    private(set) var answeredCount = 0
    /// The percentage of counted attempts that were answered, rounded half up; `nil` for fewer than
    /// two attempts.
    private(set) var score: Int?
    /// The median response time of counted answers, in hours.
    private(set) var medianAnswerHours: Double?
    /// The time of the last inbound message, otherwise of the first outbound one; `nil` if there is
    /// neither.
    private(set) var silentSince: Instant?
    /// The start of the figures' validity: when the passage of time last changed them; `nil` for
    /// never.
    private(set) var holdsFrom: Instant?
    /// The end of the figures' validity: when the passage of time will change them; `nil` for
    /// never.
    private(set) var holdsUntil: Instant?

    /// All attempts, including those that do not count yet, oldest first.
    let attempts: [ResponseAttempt]

    /// Computes the figures from the contacts with a coach, and from inbound contacts of the
    /// coach's school that name no coach, both oldest first.
    init(of contacts: [Contact], schoolAnswers: [Contact], at now: Instant) {
        let outbound = contacts.filter { $0.direction == .outbound }
        let own = contacts.filter { $0.direction == .inbound }
        attempts = ResponseAttempt.attempts(
            of: outbound, answeredBy: Self.merged(own, schoolAnswers))
        lastContact = contacts.last { $0.occurredAt <= now }?.occurredAt
        compute(at: now)
        silentSince = Self.silence(
            since: outbound.first { $0.occurredAt <= now }?.occurredAt, own, schoolAnswers, now)
        // Without a contact with the coach, messages from the school say nothing about the coach.
        let instants =
            contacts.map(\.occurredAt) + attempts.map(\.countsFrom)
            + (contacts.isEmpty ? [] : schoolAnswers.map(\.occurredAt))
        holdsFrom = instants.filter { $0 <= now }.max()
        holdsUntil = instants.filter { $0 > now }.min()
    }

    /// Whole days since `silentSince`.
    func daysOfSilence(at now: Instant) -> Int? {
        silentSince.map { Int(max(0, now.milliseconds - $0.milliseconds) / 86_400_000) }
    }

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

    /// The percentage, rounded half up; 0 if `whole` is 0.
    static func percent(_ part: Int, of whole: Int) -> Int {
        whole > 0 ? (200 * part + whole) / (2 * whole) : 0
    }

    /// The median; the mean of the two middle values if their number is even.
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

    /// Merges two lists, each oldest first.
    private static func merged(_ left: [Contact], _ right: [Contact]) -> [Contact] {
        guard !right.isEmpty else { return left }
        return (left + right).sorted { ($0.occurredAt, $0.id) < ($1.occurredAt, $1.id) }
    }
}
