import Testing

@testable import Majordomo

@Suite struct WorkerStateTests {
    var now = MonotonicTime(milliseconds: 0)
    var worker = WorkerState(credit: 8, now: MonotonicTime(milliseconds: 0))

    private mutating func act(
        _ body: (inout WorkerState, MonotonicTime, inout [WorkerState.Action]) -> Void
    ) -> [WorkerState.Action] {
        var actions: [WorkerState.Action] = []
        body(&worker, now, &actions)
        return actions
    }

    private mutating func pass(_ milliseconds: Int64) -> [WorkerState.Action] {
        now = now.advanced(byMilliseconds: milliseconds)
        return act { $0.timePassed(to: $1, into: &$2) }
    }

    private mutating func receive() -> Bool {
        worker.requestReceived(at: now)
    }

    private mutating func answer(generation: UInt64? = nil, isFinal: Bool = true) -> Bool {
        worker.replied(
            generation: generation ?? worker.generation, isFinal: isFinal, at: now)
    }

    private mutating func register(credit: Bool = true) {
        _ = pass(0)
        _ = act { $0.becameWritable(at: $1, into: &$2) }
        _ = act { $0.brokerAnswered(offersCredit: credit, at: $1, into: &$2) }
    }

    @Test mutating func itAsksTheBrokerBeforeReady() {
        #expect(pass(0) == [.openSocket])
        #expect(worker.waitsForSocket)
        #expect(act { $0.becameWritable(at: $1, into: &$2) } == [.askBroker])
        #expect(
            act { $0.brokerAnswered(offersCredit: true, at: $1, into: &$2) } == [
                .sendReady(credit: 8), .noteRegistered(hasCredit: true),
            ])
    }

    @Test mutating func withoutTheAnnouncementItIsAPlainWorker() {
        _ = pass(0)
        _ = act { $0.becameWritable(at: $1, into: &$2) }
        #expect(
            act { $0.brokerAnswered(offersCredit: false, at: $1, into: &$2) } == [
                .sendReady(credit: nil), .noteRegistered(hasCredit: false),
            ])
        #expect(act { $0.creditChanged(to: 3, at: $1, into: &$2) } == [])
    }

    @Test mutating func withoutAnAnswerItIsAPlainWorkerAfterASecond() {
        _ = pass(0)
        _ = act { $0.becameWritable(at: $1, into: &$2) }
        #expect(pass(Limits.brokerAnswerMilliseconds - 1) == [])
        #expect(pass(1) == [.sendReady(credit: nil), .noteRegistered(hasCredit: false)])
    }

    @Test mutating func aLateAnnouncementIsTakenOnAFreshSocket() {
        _ = pass(0)
        _ = act { $0.becameWritable(at: $1, into: &$2) }
        _ = pass(Limits.brokerAnswerMilliseconds)
        #expect(
            act { $0.brokerAnswered(offersCredit: true, at: $1, into: &$2) } == [
                .sendDisconnect, .closeSocket, .noteLost,
            ])
    }

    @Test mutating func disconnectBeforeReadyMeansThatQuestionsAreNotWelcome() {
        _ = pass(0)
        _ = act { $0.becameWritable(at: $1, into: &$2) }
        #expect(act { $0.disconnectReceived(at: $1, into: &$2) } == [.closeSocket])
        #expect(pass(2_000) == [.openSocket])
        #expect(
            act { $0.becameWritable(at: $1, into: &$2) } == [
                .sendReady(credit: nil), .noteRegistered(hasCredit: false),
            ])
    }

    @Test mutating func heartbeatsGoOutWhenNothingElseWent() {
        register()
        #expect(pass(999) == [])
        #expect(pass(1) == [.sendHeartbeat(credit: nil)])
        #expect(answer(isFinal: false) == true)
        #expect(pass(999) == [])
    }

    @Test mutating func aSilentBrokerIsLostAfterThreeIntervals() {
        register()
        _ = pass(1_000)
        _ = act { $0.heartbeatReceived(credit: nil, at: $1, into: &$2) }
        _ = pass(1_000)
        _ = pass(1_000)
        #expect(pass(999) == [])
        #expect(pass(1) == [.closeSocket, .noteLost])
        #expect(pass(Limits.backoffMilliseconds * 2) == [.openSocket])
    }

    @Test mutating func aPauseOfTheWorkerIsNoSilenceOfTheBroker() {
        register()
        #expect(pass(60_000) == [.sendHeartbeat(credit: nil)])
        _ = pass(1_000)
        _ = pass(1_000)
        #expect(pass(999) == [])
        #expect(pass(1) == [.closeSocket, .noteLost])
    }

    @Test mutating func aRequestMakesTheNextPauseShortAgain() {
        for _ in 0..<3 {
            register()
            _ = act { $0.disconnectReceived(at: $1, into: &$2) }
            while pass(1) != [.openSocket] {}
        }
        register()
        #expect(receive() == true)
        _ = act { $0.disconnectReceived(at: $1, into: &$2) }
        #expect(pass(Limits.backoffMilliseconds * 2) == [.openSocket])
    }

    @Test mutating func disconnectMeansAFreshSocketAndAnotherReady() {
        register()
        let first = worker.generation
        #expect(act { $0.disconnectReceived(at: $1, into: &$2) } == [.closeSocket, .noteLost])
        #expect(pass(Limits.backoffMilliseconds - 1) == [])
        #expect(pass(1) == [.openSocket])
        #expect(worker.generation == first + 1)
        #expect(act { $0.becameWritable(at: $1, into: &$2) } == [.askBroker])
    }

    @Test mutating func pausesGrowToTwoSeconds() {
        var pauses: [Int64] = []
        for _ in 0..<9 {
            register()
            _ = act { $0.disconnectReceived(at: $1, into: &$2) }
            let begin = now
            while pass(1) != [.openSocket] {}
            pauses.append(now.milliseconds(since: begin))
        }
        #expect(pauses == [50, 100, 200, 400, 800, 1_600, 2_000, 2_000, 2_000])
    }

    @Test mutating func anAnswerNeverGoesOutOnALaterSocket() {
        register()
        let old = worker.generation
        #expect(receive() == true)
        _ = act { $0.connectionLost(at: $1, into: &$2) }
        register()
        #expect(answer(generation: old) == false)
        #expect(worker.held == 0)
    }

    @Test mutating func requestsBeforeReadyAreNotTaken() {
        #expect(receive() == false)
    }

    @Test mutating func creditIsSentWhenItChangesAndNeverOverTheLimit() {
        register()
        #expect(act { $0.creditChanged(to: 8, at: $1, into: &$2) } == [])
        #expect(act { $0.creditChanged(to: 9, at: $1, into: &$2) } == [.sendHeartbeat(credit: 9)])
        #expect(
            act { $0.creditChanged(to: 5_000, at: $1, into: &$2) } == [
                .sendHeartbeat(credit: Limits.creditMax)
            ])
    }

    @Test mutating func aDrainWaitsForTheEchoAndTheLastFinal() {
        register()
        _ = receive()
        #expect(act { $0.drainStarted(at: $1, into: &$2) } == [.sendHeartbeat(credit: 0)])
        // A request that was under way when the credit ended is still answered.
        _ = receive()
        #expect(act { $0.heartbeatReceived(credit: 0, at: $1, into: &$2) } == [])
        #expect(answer() == true)
        #expect(act { state, _, actions in state.replySent(into: &actions) } == [])
        #expect(answer() == true)
        #expect(
            act { state, _, actions in state.replySent(into: &actions) } == [
                .sendDisconnect, .closeSocket, .noteStopped,
            ])
        #expect(worker.phase == .stopped)
    }

    @Test mutating func aDrainEndsAfterTenSeconds() {
        register()
        _ = receive()
        _ = act { $0.drainStarted(at: $1, into: &$2) }
        for _ in 0..<9 {
            _ = pass(1_000)
            _ = act { $0.heartbeatReceived(credit: nil, at: $1, into: &$2) }
        }
        _ = pass(999)
        #expect(worker.phase != .stopped)
        #expect(pass(1) == [.sendDisconnect, .closeSocket, .noteStopped])
    }

    @Test mutating func aPlainWorkerDrainsWithoutAnEcho() {
        register(credit: false)
        #expect(
            act { $0.drainStarted(at: $1, into: &$2) } == [
                .sendDisconnect, .closeSocket, .noteStopped,
            ])
    }

    @Test mutating func aDrainWithoutABrokerEndsAtOnce() {
        _ = pass(0)
        #expect(act { $0.drainStarted(at: $1, into: &$2) } == [.closeSocket, .noteStopped])
        #expect(pass(10_000) == [])
        #expect(worker.nextDeadline == nil)
    }

    @Test mutating func aBrokerLostInADrainEndsIt() {
        register()
        _ = receive()
        _ = act { $0.drainStarted(at: $1, into: &$2) }
        #expect(act { $0.connectionLost(at: $1, into: &$2) } == [.closeSocket, .noteStopped])
    }
}
