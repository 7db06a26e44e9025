import Testing

@testable import Majordomo

@Suite struct ClientStateTests {
    var now = MonotonicTime(milliseconds: 0)
    var client = ClientState<String>()
    let id = WireID(high: 0, low: 1)

    init() { connect() }

    private mutating func connect() {
        client.connectionBegan()
        client.waitEnded()
    }

    private mutating func act(
        _ body: (inout ClientState<String>, MonotonicTime, inout [ClientState<String>.Action])
            -> Void
    ) -> [String] {
        var actions: [ClientState<String>.Action] = []
        body(&client, now, &actions)
        return actions.map { action in
            switch action {
            case .send(let id, let attempt, let budget):
                if budget > 0 { client.sent(id) }
                return "send \(attempt) with \(budget)"
            case .complete(let call, let reply):
                return "\(call): \(reply.header.status) executed \(reply.header.executed)"
            }
        }
    }

    private mutating func start(
        budget: UInt32 = 2_000, mayRepeat: Bool = true, repeats: Bool = true,
        id: WireID? = nil
    ) -> [String] {
        let id = id ?? self.id
        return act {
            $0.callStarted(
                "call", requestID: id, budgetMilliseconds: budget, mayRepeat: mayRepeat,
                repeats: repeats, at: $1, into: &$2)
        }
    }

    private mutating func reply(
        _ status: Status = .ok, _ executed: Executed = .yes, retryAfter: Int32? = nil,
        slice: UInt8 = 0, isFinal: Bool = true, payload: String = "x"
    ) -> [String] {
        let header = ReplyHeader(
            requestID: id, status: status, executed: executed,
            retryAfterMilliseconds: retryAfter, slice: slice)
        let bytes = Array(payload.utf8)
        return act {
            $0.replyReceived(
                header, payload: bytes.span, isFinal: isFinal, jitter: 0.5, at: $1, into: &$2)
        }
    }

    private mutating func pass(_ milliseconds: Int64) -> [String] {
        now = now.advanced(byMilliseconds: milliseconds)
        return act { $0.timePassed(to: $1, into: &$2) }
    }

    @Test mutating func aReplyEndsItsCallOnce() {
        #expect(start() == ["send 1 with 2000"])
        #expect(reply() == ["call: ok executed yes"])
        #expect(reply() == [])
        #expect(client.strayReplies == 1)
        #expect(client.pendingCount == 0)
    }

    @Test mutating func theBudgetEndsTheCall() {
        _ = start()
        #expect(pass(2_000) == [])
        #expect(pass(Limits.lastWordMilliseconds - 1) == [])
        #expect(pass(1) == ["call: deadline executed unknown"])
        #expect(reply() == [])
    }

    // a service that is away is called so, although the broker waits for it to the end.
    @Test mutating func theBrokersLastWordSaysMoreThanTheClock() {
        _ = start()
        #expect(pass(2_000) == [])
        #expect(reply(.unavailable, .no) == ["call: unavailable executed no"])
    }

    @Test mutating func withoutABrokerTheCallEndsAsNotExecuted() {
        var actions: [ClientState<String>.Action] = []
        client.callStarted(
            "call", requestID: id, budgetMilliseconds: 300, mayRepeat: true, at: now,
            into: &actions)
        #expect(client.waitsForSocket)
        #expect(pass(300) == ["call: unavailable executed no"])
        #expect(!client.waitsForSocket)
    }

    @Test mutating func aBlockedCallIsSentWhenTheSocketTakesIt() {
        var actions: [ClientState<String>.Action] = []
        client.callStarted(
            "call", requestID: id, budgetMilliseconds: 300, mayRepeat: true, at: now,
            into: &actions)
        now = now.advanced(byMilliseconds: 100)
        #expect(act { $0.becameWritable(at: $1, into: &$2) } == ["send 1 with 200"])
        #expect(!client.waitsForSocket)
    }

    @Test mutating func notExecutedIsRepeatedEvenWithoutAKey() {
        _ = start(mayRepeat: false)
        #expect(reply(.busy, .no) == [])
        #expect(pass(49) == [])
        #expect(pass(1) == ["send 2 with 1950"])
        #expect(reply() == ["call: ok executed yes"])
    }

    @Test mutating func whoeverMeasuresIsToldOfEachRefusal() {
        _ = start(repeats: false)
        #expect(reply(.busy, .no, retryAfter: 50) == ["call: busy executed no"])
        #expect(client.pendingCount == 0)
    }

    @Test mutating func unknownIsRepeatedOnlyIfThatIsSafe() {
        _ = start(mayRepeat: true)
        #expect(reply(.unavailable, .unknown) == [])
        #expect(pass(50) == ["send 2 with 1950"])
        _ = reply()
        _ = start(mayRepeat: false)
        #expect(reply(.unavailable, .unknown) == ["call: unavailable executed unknown"])
    }

    @Test mutating func pausesDoubleUpToASecond() {
        let pauses = (1...9).map { ClientState<String>.pause(afterAttempt: $0, jitter: 0.5) }
        #expect(pauses == [50, 100, 200, 400, 800, 1_000, 1_000, 1_000, 1_000])
        #expect(ClientState<String>.pause(afterAttempt: 2, jitter: 0) == 80)
        #expect(ClientState<String>.pause(afterAttempt: 2, jitter: 1) == 120)
    }

    @Test mutating func retryAfterIsObeyedAndANegativeOneEndsTheCall() {
        _ = start()
        #expect(reply(.busy, .no, retryAfter: 700) == [])
        #expect(pass(699) == [])
        #expect(pass(1) == ["send 2 with 1300"])
        #expect(reply(.busy, .no, retryAfter: -1) == ["call: busy executed no"])
    }

    @Test mutating func aPauseThatTheBudgetDoesNotHoldEndsTheCallWithTheLastReply() {
        _ = start(budget: 500)
        #expect(reply(.busy, .no, retryAfter: 500) == ["call: busy executed no"])
    }

    @Test(arguments: [
        Status.invalid, .forbidden, .notFound, .conflict, .keyReused, .tooLarge, .internal,
        .deadline, .unimplemented,
    ])
    mutating func otherStatusesAreNotRepeated(_ status: Status) {
        _ = start()
        #expect(reply(status, .no) == ["call: \(status) executed no"])
    }

    @Test mutating func slicesAreJoined() {
        _ = start()
        #expect(reply(slice: 0, isFinal: false, payload: "ab") == [])
        #expect(reply(slice: 1, isFinal: false, payload: "cd") == [])
        var actions: [ClientState<String>.Action] = []
        let last = Array("ef".utf8)
        client.replyReceived(
            ReplyHeader(requestID: id, slice: 2), payload: last.span, isFinal: true, jitter: 0,
            at: now, into: &actions)
        guard case .complete(_, let reply)? = actions.first else {
            Issue.record("the call is not over")
            return
        }
        #expect(reply.payload == Array("abcdef".utf8))
    }

    @Test mutating func aGapDiscardsAllAndAsksAgain() {
        _ = start()
        _ = reply(slice: 0, isFinal: false)
        #expect(reply(slice: 2, isFinal: false) == [])
        #expect(reply(slice: 3) == [])
        #expect(pass(50) == ["send 2 with 1950"])
        #expect(reply() == ["call: ok executed yes"])
    }

    @Test mutating func aFinalOfALaterSliceAloneIsAGap() {
        _ = start(mayRepeat: false)
        #expect(reply(slice: 1) == ["call: unavailable executed yes"])
    }

    @Test mutating func aLostConnectionRepeatsWhatMayBeRepeated() {
        _ = start()
        _ = start(mayRepeat: false, id: WireID(high: 0, low: 2))
        let lost = act { $0.connectionLost(jitter: 0.5, at: $1, into: &$2) }
        #expect(lost == ["call: unavailable executed unknown"])
        connect()
        #expect(pass(50) == ["send 2 with 1950"])
    }

    /// The socket would take it for the connection that has ended, and drop it.
    @Test mutating func withoutAConnectionACallStaysBlocked() {
        _ = act { $0.connectionLost(jitter: 0.5, at: $1, into: &$2) }
        #expect(start() == [] && client.waitsForSocket)
        #expect(act { $0.becameWritable(at: $1, into: &$2) } == [])
        client.waitEnded()
        #expect(act { $0.becameWritable(at: $1, into: &$2) } == [])
        // The wait that brought the beginning may have seen the old connection.
        client.connectionBegan()
        #expect(act { $0.becameWritable(at: $1, into: &$2) } == [])
        client.waitEnded()
        #expect(act { $0.becameWritable(at: $1, into: &$2) } == ["send 1 with 2000"])
    }

    @Test mutating func aPauseThatEndsWithoutAConnectionBlocksTheCall() {
        _ = start()
        _ = act { $0.connectionLost(jitter: 0.5, at: $1, into: &$2) }
        #expect(pass(50) == [] && client.waitsForSocket)
        connect()
        #expect(act { $0.becameWritable(at: $1, into: &$2) } == ["send 2 with 1950"])
    }

    @Test mutating func whatAnEarlierAttemptMayHaveDoneStaysUnknown() {
        _ = start(budget: 120)
        #expect(reply(.unavailable, .unknown) == [])
        #expect(pass(50) == ["send 2 with 70"])
        #expect(reply(.busy, .no, retryAfter: 100) == ["call: busy executed unknown"])
    }

    @Test mutating func pendingCallsAreBounded() {
        for number in 0..<UInt64(Limits.pendingCallsMax) {
            #expect(start(id: WireID(high: 9, low: number)).count == 1)
        }
        #expect(start() == ["call: busy executed no"])
    }

    @Test mutating func closingEndsEveryCall() {
        _ = start()
        #expect(
            act { state, _, actions in state.closed(into: &actions) } == [
                "call: cancelled executed unknown"
            ])
    }
}
