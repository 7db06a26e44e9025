import Contracts

/// Outbound messages to one coach that count as one try to reach them, and what came back (D-28).
struct ResponseAttempt: Hashable {
    /// How long after an attempt's first message further ones belong to it, the end included.
    static let span = Duration.seconds(48 * 3_600)
    /// How long after the first message an inbound one is its answer, the end included; and how old
    /// an attempt is when it begins to count.
    static let answerTime = Duration.seconds(14 * 24 * 3_600)

    /// The messages, oldest first; never empty.
    private(set) var messages: [Contact]
    /// The first inbound message in time.
    private(set) var answer: Contact?

    /// When it began: with its first message.
    let beganAt: Instant

    /// From when on it counts: nothing can answer it any more.
    var countsFrom: Instant { beganAt.advanced(by: Self.answerTime) }

    /// How long the answer took, in hours.
    var answerHours: Double? {
        answer.map { Double($0.occurredAt.milliseconds - beganAt.milliseconds) / 3_600_000 }
    }

    private init(_ message: Contact) {
        messages = [message]
        beganAt = message.occurredAt
    }

    /// The attempts that messages make, oldest first, each with its answer. Both lists are oldest
    /// first. One inbound message may answer several attempts.
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
