import Contracts

/// Consecutive outbound messages to one coach that count as one attempt, and the answer (D-28).
struct ResponseAttempt: Hashable {
    /// How long after an attempt's first message further messages belong to it, inclusive.
    static let span = Duration.seconds(48 * 3_600)
    /// How long after the first message an inbound message counts as its answer, inclusive; also
    /// the age at which an attempt begins to count.
    static let answerTime = Duration.seconds(14 * 24 * 3_600)

    /// Oldest first; never empty.
    private(set) var messages: [Contact]
    /// The first inbound message within `answerTime`.
    private(set) var answer: Contact?

    /// The time of the first message.
    let beganAt: Instant

    /// The time from which the attempt counts, because no answer can arrive any more.
    var countsFrom: Instant { beganAt.advanced(by: Self.answerTime) }

    var answerHours: Double? {
        answer.map { Double($0.occurredAt.milliseconds - beganAt.milliseconds) / 3_600_000 }
    }

    private init(_ message: Contact) {
        messages = [message]
        beganAt = message.occurredAt
    }

    /// Groups messages into attempts with their answers, oldest first. Both lists are oldest first.
    /// One inbound message may answer several attempts.
    static func attempts(of outbound: [Contact], answeredBy inbound: [Contact]) -> [Self] {
        var attempts: [Self] = []
        for message in outbound {
            if let last = attempts.indices.last,
                message.occurredAt <= attempts[last].beganAt.advanced(by: span)
            {
                attempts[last].messages.append(message)
            } else {
                attempts.append(Self(message))
            }
        }
        var next = inbound.startIndex
        for index in attempts.indices {
            while next < inbound.endIndex, inbound[next].occurredAt < attempts[index].beganAt {
                next += 1
            }
            guard next < inbound.endIndex else { break }
            if inbound[next].occurredAt <= attempts[index].countsFrom {
                attempts[index].answer = inbound[next]
            }
        }
        return attempts
    }
}
