import Support
import Testing

@testable import Majordomo

@Suite struct BrokerLivenessTests {
    var broker = BrokerHarness()

    @Test mutating func aWorkerThatIsNotReadIsNotSilent() {
        _ = broker.ready("w", descriptor: 12)
        _ = broker.pass(2_900)
        broker.state.connectionHeld(descriptor: 12, at: broker.now)
        #expect(!broker.pass(2_900).contains("disconnect w"))
        #expect(broker.state.hasWorker(service: "s"))
        _ = broker.pass(200)
        #expect(!broker.state.hasWorker(service: "s"))
    }

    @Test mutating func aRefusedRegistrationLeavesNothing() {
        let actions = broker.act { state, _, actions in
            state.registrationRefused(
                from: BrokerHarness.peer("w"), service: "secret", into: &actions)
        }
        #expect(actions == ["disconnect w"])
        #expect(broker.state.services.isEmpty)
        #expect(broker.state.counters.registrationsRefused == 1)
        #expect(broker.state.lastRefusedRegistration == "secret")
        // After DISCONNECT that connection hears nothing more, whatever it sends.
        #expect(broker.ready("w", service: "echo") == [])
        #expect(broker.state.workers.isEmpty)
    }

    @Test mutating func aSilentWorkerIsLostAfterThreeIntervals() {
        _ = broker.ready("w")
        _ = broker.request("c", id: 1)
        #expect(broker.pass(1_000) == ["heartbeat w"])
        #expect(broker.pass(1_000) == ["heartbeat w"])
        #expect(broker.pass(999) == [])
        #expect(broker.pass(1) == ["refuse 1 of c: unavailable executed unknown"])
        #expect(!broker.state.hasWorker(service: "s"))
        #expect(broker.state.counters.workersLost == 1)
    }

    @Test mutating func aPauseOfTheBrokerIsNoSilenceOfItsWorkers() {
        _ = broker.ready("w")
        _ = broker.request("c", id: 1)
        #expect(broker.wake(after: 60_000) == ["heartbeat w"])
        #expect(broker.state.hasWorker(service: "s"))
        #expect(broker.pass(2_999) == ["heartbeat w", "heartbeat w"])
        #expect(broker.pass(1) == ["refuse 1 of c: unavailable executed unknown"])
    }

    @Test(arguments: [(Limits.pauseMilliseconds - 1, false), (Limits.pauseMilliseconds, true)])
    mutating func aPauseStartsAtTwoIntervals(milliseconds: Int64, hasWorker: Bool) {
        _ = broker.ready("w")
        _ = broker.pass(1_001)
        _ = broker.wake(after: milliseconds)
        #expect(broker.state.hasWorker(service: "s") == hasWorker)
    }

    @Test mutating func everyCommandIsAHeartbeat() {
        _ = broker.ready("w")
        _ = broker.request("c", id: 1)
        _ = broker.pass(2_500)
        _ = broker.reply("w", to: "c", isFinal: false)
        _ = broker.pass(2_500)
        #expect(broker.state.hasWorker(service: "s"))
        _ = broker.heartbeat("w")
        _ = broker.pass(2_500)
        #expect(broker.state.hasWorker(service: "s"))
    }

    @Test mutating func noHeartbeatGoesOutWhereARequestWent() {
        _ = broker.ready("w", credit: 9)
        broker.wait(900)
        _ = broker.request("c", id: 1)
        _ = broker.heartbeat("w")
        #expect(broker.pass(999) == [])
        #expect(broker.pass(1) == ["heartbeat w"])
    }

    @Test mutating func aClosedConnectionLosesItsWorkerAtOnce() {
        _ = broker.ready("w", descriptor: 12)
        _ = broker.request("c", id: 1)
        #expect(broker.closed(13) == [])
        #expect(broker.closed(12) == ["refuse 1 of c: unavailable executed unknown"])
    }

    @Test mutating func aRequestIsNeverGivenToASecondWorker() {
        _ = broker.ready("w", descriptor: 12)
        _ = broker.ready("v", descriptor: 13)
        _ = broker.request("c", id: 1)
        let actions = broker.closed(12)
        #expect(actions == ["refuse 1 of c: unavailable executed unknown"])
        #expect(broker.state.flightCount == 0)
    }

    @Test mutating func aPlainRequestOfALostWorkerGetsNoInventedAnswer() {
        _ = broker.ready("w", descriptor: 12)
        _ = broker.request("c")
        #expect(broker.closed(12) == [])
    }

    @Test mutating func aClosedClientsQueuedRequestsAreDropped() {
        _ = broker.request("c", id: 1, descriptor: 20)
        _ = broker.request("d", id: 2, body: 3, descriptor: 21)
        _ = broker.closed(20)
        #expect(broker.ready("w") == ["dispatch 3 of d to w after 0"])
        #expect(broker.state.counters.abandoned == 1)
    }

    @Test mutating func anUnknownWorkersCommandsAreAnsweredWithDisconnect() {
        #expect(broker.heartbeat("w") == ["disconnect w"])
        #expect(broker.reply("v", to: "c", id: 1) == ["disconnect v"])
        #expect(broker.disconnect("u") == [])
    }

    @Test mutating func aSecondReadyIsUnexpected() {
        _ = broker.ready("w")
        #expect(broker.ready("w") == ["disconnect w"])
        #expect(!broker.state.hasWorker(service: "s"))
    }

    @Test mutating func creditFromAPlainWorkerIsUnexpected() {
        _ = broker.ready("w")
        #expect(broker.heartbeat("w", credit: 3) == ["disconnect w"])
    }

    @Test mutating func aFinalThatAnswersNothingIsUnexpected() {
        _ = broker.ready("w")
        #expect(broker.reply("w", to: "c") == ["disconnect w"])
    }

    @Test mutating func theSecondOfTwoFinalsIsUnexpected() {
        _ = broker.ready("w")
        _ = broker.request("c", id: 1)
        _ = broker.reply("w", to: "c")
        #expect(broker.reply("w", to: "c") == ["disconnect w"])
    }

    @Test mutating func nothingIsSentToAWorkerThatSaidGoodbye() {
        _ = broker.ready("w", credit: 2)
        _ = broker.request("c", id: 1)
        #expect(broker.disconnect("w") == ["refuse 1 of c: unavailable executed unknown"])
        #expect(broker.request("c", id: 2) == [])
        #expect(broker.pass(999) == [])
    }

    @Test mutating func aRequestThatCouldNotBeSentWasNotExecuted() {
        _ = broker.ready("w", credit: 2)
        _ = broker.request("c", id: 1)
        _ = broker.request("c", id: 2)
        let actions = broker.act { state, _, actions in
            state.dispatchFailed(
                worker: BrokerHarness.peer("w"), client: BrokerHarness.peer("c"),
                requestID: BrokerHarness.id(2), into: &actions)
        }
        #expect(
            actions == [
                "refuse 2 of c: unavailable executed no",
                "refuse 1 of c: unavailable executed unknown",
            ])
    }

    @Test(arguments: ["mmi.service", "mmi.", "$srv", "$srv.ping"])
    mutating func reservedNamesCannotBeRegistered(_ name: String) {
        #expect(broker.ready("w", service: name) == ["disconnect w"])
    }

    @Test mutating func aDrainRefusesWhatIsQueuedAndNewAndLetsTheRestEnd() {
        _ = broker.ready("w")
        _ = broker.request("a", id: 1)
        _ = broker.request("b", id: 2)
        let started = broker.act { $0.drainStarted(at: $1, into: &$2) }
        #expect(started == ["refuse 2 of b: unavailable executed no"])
        #expect(broker.request("c", id: 3) == ["refuse 3 of c: unavailable executed no"])
        #expect(broker.ready("v") == ["disconnect v"])
        #expect(!broker.state.isDrained(at: broker.now))
        #expect(broker.reply("w", to: "a") == ["final 9 of s to a"])
        #expect(broker.state.isDrained(at: broker.now))
        let ended = broker.act { state, _, actions in state.drainEnded(into: &actions) }
        #expect(ended == ["disconnect w"])
    }

    @Test mutating func aDrainEndsInTimeEvenIfAWorkerDoesNot() {
        _ = broker.ready("w", credit: 2)
        _ = broker.request("a", id: 1)
        _ = broker.act { $0.drainStarted(at: $1, into: &$2) }
        broker.wait(Limits.brokerDrainMilliseconds - 1)
        #expect(!broker.state.isDrained(at: broker.now))
        broker.wait(1)
        #expect(broker.state.isDrained(at: broker.now))
        let ended = broker.act { state, _, actions in state.drainEnded(into: &actions) }
        #expect(ended == ["disconnect w", "refuse 1 of a: unavailable executed unknown"])
    }

    @Test mutating func bothBrokersOfARandomStormStayConsistent() {
        var generator = SeededNumbers(seed: 11)
        var answered: [String: Int] = [:]
        var asked = 0
        for _ in 0..<30_000 {
            let worker = "w\(Int.random(in: 0..<4, using: &generator))"
            let client = "c\(Int.random(in: 0..<3, using: &generator))"
            var actions: [String] = []
            switch Int.random(in: 0..<9, using: &generator) {
            case 0: actions = broker.ready(worker, credit: 3, descriptor: 5)
            case 1, 2, 3:
                asked += 1
                actions = broker.request(client, id: UInt64(asked), budget: 300)
            case 4, 5:
                let id = UInt64(max(1, asked - Int.random(in: 0..<6, using: &generator)))
                actions = broker.reply(worker, to: client, id: id)
            case 6: actions = broker.heartbeat(worker, credit: 3)
            case 7: actions = broker.disconnect(worker)
            default: actions = broker.pass(Int64.random(in: 0..<200, using: &generator))
            }
            for action in actions where action.hasPrefix("refuse") {
                answered[String(action.prefix { $0 != ":" }), default: 0] += 1
            }
            #expect(broker.state.flightCount <= 12)
        }
        #expect(answered.values.allSatisfy { $0 == 1 })
        #expect(answered.count > 1_000)
    }
}
