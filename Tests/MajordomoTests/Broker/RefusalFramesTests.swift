import Testing

@testable import Majordomo

@Suite struct RefusalFramesTests {
    private static let refusals: [Refusal] = [
        .queueFull, .workerLost, .notSent, .noWorker, .expired, .draining, .tooLarge,
        .otherVersion, .unknownQuestion,
    ]

    /// Frames that were encoded for other requests and refusals before are those of a new encoding.
    @Test func framesAreThoseOfTheirRefusalAndRequest() {
        var frames = RefusalFrames()
        let ids: [WireID] = [
            .random(), WireID(high: 0, low: 1), WireID(high: .max, low: .max), .random(),
        ]
        for refusal in Self.refusals + Self.refusals.reversed() {
            for id in ids {
                frames.set(refusal, of: id)
                let header = ReplyHeader(
                    requestID: id, status: refusal.status, executed: refusal.executed,
                    retryAfterMilliseconds: refusal.retryAfterMilliseconds)
                #expect(frames.envelope == header.envelope())
                #expect(frames.payload == JSONText.error(refusal.status, refusal.message, id))
            }
        }
    }
}
