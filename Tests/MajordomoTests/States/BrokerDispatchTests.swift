import Testing

@testable import Majordomo

@Suite struct BrokerDispatchTests {
    var broker = BrokerHarness()

    @Test mutating func aRequestGoesToTheWaitingWorkerAndItsAnswerBack() {
        #expect(broker.ready("w") == [])
        #expect(broker.request("c", id: 7, body: 5) == ["dispatch 5 of c to w after 0"])
        #expect(broker.reply("w", to: "c", isFinal: false, body: 6) == ["partial 6 of s to c"])
        #expect(broker.reply("w", to: "c", body: 8) == ["final 8 of s to c"])
        #expect(broker.state.flightCount == 0)
    }

    @Test mutating func aPlainWorkerHoldsOneRequestAtATime() {
        _ = broker.ready("w")
        #expect(broker.request("a", body: 1) == ["dispatch 1 of a to w after 0"])
        #expect(broker.request("b", body: 2) == [])
        broker.wait(30)
        #expect(
            broker.reply("w", to: "a") == ["final 9 of s to a", "dispatch 2 of b to w after 30"])
    }

    @Test mutating func aWorkerWithCreditHoldsAsManyAsItSaid() {
        _ = broker.ready("w", credit: 2)
        #expect(broker.request("c", id: 1).count == 1)
        #expect(broker.request("c", id: 2).count == 1)
        #expect(broker.request("c", id: 3) == [])
        #expect(broker.reply("w", to: "c", id: 2).count == 2)
    }

    @Test mutating func theWorkerThatWaitedLongestIsNext() {
        _ = broker.ready("a")
        _ = broker.ready("b")
        #expect(broker.request("c", id: 1, body: 1) == ["dispatch 1 of c to a after 0"])
        #expect(broker.request("c", id: 2, body: 2) == ["dispatch 2 of c to b after 0"])
        _ = broker.reply("b", to: "c")
        _ = broker.reply("a", to: "c")
        #expect(broker.request("c", id: 3, body: 3) == ["dispatch 3 of c to b after 0"])
    }

    @Test mutating func widerCreditTakesWhatIsQueued() {
        _ = broker.ready("w", credit: 1)
        _ = broker.request("c", id: 1)
        _ = broker.request("c", id: 2)
        #expect(broker.heartbeat("w", credit: 2) == ["dispatch 1 of c to w after 0"])
    }

    @Test mutating func creditZeroIsEchoedAndEndsDispatch() {
        _ = broker.ready("w", credit: 4)
        _ = broker.request("c", id: 1)
        #expect(broker.heartbeat("w", credit: 0) == ["heartbeat w credit 0"])
        #expect(broker.request("c", id: 2) == [])
        #expect(broker.reply("w", to: "c", id: 1) == ["final 9 of s to c"])
        #expect(broker.disconnect("w") == [])
        _ = broker.ready("v", credit: 1)
        #expect(broker.state.flightCount == 1)
    }

    @Test mutating func servicesDoNotMix() {
        _ = broker.ready("w", service: "other")
        #expect(broker.request("c", id: 1) == [])
        #expect(broker.state.hasWorker(service: "other"))
        #expect(!broker.state.hasWorker(service: "s"))
    }

    @Test mutating func queuedRequestsGoToTheWorkerThatComes() {
        _ = broker.request("c", id: 1, body: 4)
        broker.wait(250)
        #expect(broker.ready("w") == ["dispatch 4 of c to w after 250"])
    }

    @Test mutating func answersOfAWorkerWithCreditAreToldApartByTheirId() {
        _ = broker.ready("w", credit: 8)
        _ = broker.request("c", id: 1)
        _ = broker.request("c", id: 2)
        #expect(
            broker.reply("w", to: "c", id: 3) == [
                "disconnect w", "refuse 1 of c: unavailable executed unknown",
                "refuse 2 of c: unavailable executed unknown",
            ])
    }

    @Test mutating func zeroAnswersTheOldestRequestWithoutHeader() {
        _ = broker.ready("w", credit: 8)
        _ = broker.request("c", id: 0)
        _ = broker.request("c", id: 4)
        #expect(broker.reply("w", to: "c", id: 0) == ["final 9 of s to c"])
        #expect(broker.reply("w", to: "c", id: 4) == ["final 9 of s to c"])
    }
}
