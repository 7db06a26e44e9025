import Contracts
import Testing

@testable import Coaches

/// In hours.
private let day = 24.0
/// A millisecond, in hours.
private let tick = 1.0 / 3_600_000
/// Long enough after everything for all attempts to count.
private let late = 1_000 * day

/// The rule of the response figures (D-28) and of the last contact (D-29), by itself. Times are
/// hours after the first message, so that the bounds can be read.
@Suite struct ResponseFiguresTests {
    private static let start = Instant(milliseconds: 1_770_724_800_000)

    private static func instant(_ hours: Double) -> Instant {
        Instant(milliseconds: start.milliseconds + Int64((hours * 3_600_000).rounded()))
    }

    private static func contacts(
        _ hours: [Double], _ direction: Direction, isOfSchool: Bool = false
    ) -> [Contact] {
        hours.enumerated().map { number, hour in
            Contact(
                id: InteractionID(high: direction == .inbound ? 1 : 2, low: UInt64(number)),
                direction: direction, type: "email", occurredAt: instant(hour),
                loggedBy: UserID(high: 0, low: 1), isOfSchool: isOfSchool)
        }
    }

    private func figures(
        out: [Double] = [], in inbound: [Double] = [], school: [Double] = [], at now: Double
    ) -> ResponseFigures {
        let own = Self.contacts(out, .outbound) + Self.contacts(inbound, .inbound)
        return ResponseFigures(
            of: own.sorted { $0.occurredAt < $1.occurredAt },
            schoolAnswers: Self.contacts(school, .inbound, isOfSchool: true),
            at: Self.instant(now))
    }

    // MARK: Attempts

    // D-28: messages up to 48 hours after the first are one attempt.
    @Test(arguments: [(48.0, 1), (48 + tick, 2), (47.9, 1), (0, 1)])
    func messagesWithin48HoursAreOneAttempt(hours: Double, count: Int) {
        #expect(figures(out: [0, hours], at: late).sampleSize == count)
    }

    // D-28: 48 hours of each other, not of the one before: a chain of messages is no endless try.
    @Test func theFirstMessageBoundsTheAttempt() {
        let figures = figures(out: [0, 40, 80, 120], at: late)
        #expect(figures.attempts.map(\.messages.count) == [2, 2])
        #expect(figures.attempts.map(\.beganAt) == [Self.instant(0), Self.instant(80)])
    }

    // D-28: an attempt counts once it is 14 days old, and not a millisecond earlier.
    @Test(arguments: [(14 * day, 1), (14 * day - tick, 0), (13 * day, 0), (15 * day, 1)])
    func anAttemptCountsAfter14Days(age: Double, count: Int) {
        #expect(figures(out: [0], at: age).sampleSize == count)
        #expect(figures(out: [0], at: age).score == nil)
    }

    // MARK: Answers

    // D-28: an answer comes within 14 days of the attempt.
    @Test(
        arguments: [
            (14 * day, 50), (14 * day + tick, 0), (0, 50), (-tick, 0), (5, 50), (13.9 * day, 50),
        ])
    func anAnswerComesWithin14Days(hours: Double, score: Int) {
        // The second attempt is never answered.
        #expect(figures(out: [0, 100 * day], in: [hours], at: late).score == score)
    }

    // D-28: what the school sends without naming a coach answers too.
    @Test(arguments: [(14 * day, 50), (14 * day + tick, 0), (-tick, 0)])
    func theSchoolAnswersWhereNoCoachIsNamed(hours: Double, score: Int) {
        #expect(figures(out: [0, 100 * day], school: [hours], at: late).score == score)
    }

    @Test func theFirstAnswerIsTheAnswer() {
        let figures = figures(out: [0, 24], in: [30, 60], school: [25, 20], at: late)
        #expect(figures.attempts.first?.answer?.occurredAt == Self.instant(20))
        #expect(figures.attempts.first?.answerHours == 20)
    }

    @Test func oneAnswerMayAnswerSeveralAttempts() {
        let figures = figures(out: [0, 5 * day], in: [7 * day], at: late)
        #expect(figures.score == 100)
        #expect(figures.medianAnswerHours == 4.5 * day)
    }

    @Test func anAnswerWithoutAnAttemptCountsForNothing() {
        let figures = figures(in: [0, 5], school: [3], at: late)
        #expect(figures.sampleSize == nil && figures.score == nil && figures.attempts.isEmpty)
        #expect(figures.lastContact == Self.instant(5))
    }

    // MARK: The score

    // D-28: there is no score for fewer than two attempts that count, whatever was answered.
    @Test(
        arguments: [
            ([], nil), ([0], nil), ([0, 100 * day], 50), ([0, 100 * day, 200 * day], 33),
        ] as [([Double], Int?)])
    func aScoreNeedsTwoAttempts(out: [Double], score: Int?) {
        #expect(figures(out: out, in: [1], at: late).score == score)
    }

    @Test func youngAttemptsAreNoAttemptsYet() {
        let figures = figures(
            out: [0, 20 * day], in: [1, 20 * day + 1], at: 30 * day)
        #expect(figures.sampleSize == 1 && figures.score == nil)
        #expect(figures.answeredCount == 1)
    }

    // D-28: rounded half up.
    @Test(
        arguments: [
            (1, 8, 13), (3, 8, 38), (1, 3, 33), (2, 3, 67), (1, 200, 1), (1, 201, 0), (0, 2, 0),
            (2, 2, 100), (1, 2, 50), (199, 200, 100), (0, 0, 0),
        ])
    func percentsAreRoundedHalfUp(part: Int, whole: Int, percent: Int) {
        #expect(ResponseFigures.percent(part, of: whole) == percent)
    }

    @Test func theScoreIsAnsweredOverCounted() {
        let out = (0..<8).map { Double($0) * 30 * day }
        let figures = figures(out: out, in: [out[3] + 2], at: late)
        #expect(figures.score == 13 && figures.sampleSize == 8 && figures.answeredCount == 1)
    }

    // MARK: Beside the score

    @Test(
        arguments: [
            ([], nil), ([3], 3), ([3, 8], 5.5), ([9, 1, 4], 4), ([1, 2, 3, 100], 2.5),
        ] as [([Double], Double?)])
    func theMedianIsTheMiddle(values: [Double], median: Double?) {
        #expect(ResponseFigures.median(values) == median)
    }

    @Test func silenceLastsSinceTheCoachWasHeardOf() {
        #expect(figures(at: late).silentSince == nil)
        #expect(figures(out: [0, day], at: 9 * day).silentSince == Self.instant(0))
        #expect(figures(out: [0], in: [2 * day], at: 9 * day).silentSince == Self.instant(2 * day))
        #expect(
            figures(out: [0], in: [2 * day], school: [3 * day], at: 9 * day).silentSince
                == Self.instant(3 * day))
        // What the school sent before the coach was ever written to is not the coach's voice.
        #expect(
            figures(out: [2 * day], school: [day], at: 9 * day).silentSince
                == Self.instant(2 * day))
        #expect(figures(out: [0], in: [99 * day], at: day).silentSince == Self.instant(0))
        #expect(
            figures(out: [0], at: 2 * day - tick).daysOfSilence(
                at: Self.instant(2 * day - tick)) == 1)
        #expect(figures(out: [0], at: 2 * day).daysOfSilence(at: Self.instant(2 * day)) == 2)
    }

    // MARK: The last contact

    // D-29: the latest in either direction that is not in the future, whenever it was logged.
    @Test func theLastContactIsTheLatestThatHasHappened() {
        #expect(figures(at: 0).lastContact == nil)
        #expect(figures(out: [0], in: [5], at: 5).lastContact == Self.instant(5))
        #expect(figures(out: [0], in: [5], at: 5 - tick).lastContact == Self.instant(0))
        #expect(figures(out: [7], in: [5], at: 100).lastContact == Self.instant(7))
        #expect(figures(out: [7], at: 6).lastContact == nil)
        // The school's are not the coach's.
        #expect(figures(out: [7], school: [9], at: 100).lastContact == Self.instant(7))
    }

    // MARK: Time

    @Test func figuresSayUntilWhenTheyHold() {
        let figures = figures(out: [0], in: [20 * day], at: day)
        #expect(figures.holdsFrom == Self.instant(0))
        #expect(figures.holdsUntil == Self.instant(14 * day))
        let later = self.figures(out: [0], in: [20 * day], at: 14 * day)
        #expect(later.holdsFrom == Self.instant(14 * day))
        #expect(later.holdsUntil == Self.instant(20 * day))
        #expect(self.figures(out: [0], in: [20 * day], at: late).holdsUntil == nil)
        #expect(self.figures(school: [0], at: day).holdsFrom == nil)
    }
}
