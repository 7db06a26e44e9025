import Testing

@testable import Majordomo

@Suite struct BrokerLimitTests {
    var broker = BrokerHarness()

    @Test mutating func aServiceQueues256RequestsAndNotOneMore() {
        for number in 1...UInt64(Limits.queuedRequestsMax) {
            #expect(broker.request("c", id: number) == [])
        }
        #expect(broker.request("c", id: 999) == ["refuse 999 of c: busy executed no"])
        #expect(broker.request("c") == [])
        #expect(broker.state.counters.shed == 2)
    }

    @Test mutating func aServiceQueues16MiBAndNotOneByteMore() {
        for number in 1...16 as ClosedRange<UInt64> {
            #expect(broker.request("c", id: number, bytes: 1_048_576) == [])
        }
        #expect(broker.request("c", id: 17, bytes: 1) == ["refuse 17 of c: busy executed no"])
    }

    @Test mutating func allServicesTogetherQueue40MiBAndNotOneByteMore() {
        for number in 0..<40 as Range<UInt64> {
            let name = "s\(number / 16 + 1)"
            #expect(broker.request("c", id: number, service: name, bytes: 1_048_576) == [])
        }
        #expect(
            broker.request("c", id: 99, service: "new", bytes: 1)
                == ["refuse 99 of c: busy executed no"])
        #expect(broker.state.services.compactMap { $0?.name } == ["s1", "s2", "s3"])
        _ = broker.ready("w", service: "s1")
        #expect(broker.request("c", id: 99, service: "new", bytes: 1_048_576) == [])
    }

    @Test mutating func allServicesTogetherQueue8192RequestsAndNotOneMore() {
        for number in 0..<8_192 as Range<UInt64> {
            #expect(
                broker.request("c", id: number + 1, service: "s\(number / 256)", bytes: 1) == [])
        }
        #expect(
            broker.request("c", id: 9_999, service: "new", bytes: 1)
                == ["refuse 9999 of c: busy executed no"])
        _ = broker.ready("w", service: "s1")
        #expect(broker.request("c", id: 9_999, service: "new", bytes: 1) == [])
    }

    @Test mutating func aQueueThatDrainsTakesRequestsAgain() {
        for number in 1...UInt64(Limits.queuedRequestsMax) { _ = broker.request("c", id: number) }
        _ = broker.ready("w")
        #expect(broker.request("c", id: 999) == [])
        for _ in 0..<600 {
            _ = broker.reply("w", to: "c")
            _ = broker.request("c", id: 5)
        }
        #expect(broker.state.counters.shed == 0)
    }

    @Test mutating func aRequestExpiresWithItsBudget() {
        _ = broker.ready("w")
        _ = broker.request("a", id: 1)
        _ = broker.request("b", id: 2, budget: 500)
        _ = broker.heartbeat("w")
        #expect(broker.pass(499) == [])
        #expect(broker.pass(1) == ["refuse 2 of b: deadline executed no"])
    }

    @Test mutating func withoutAWorkerTheBudgetEndsAsUnavailable() {
        _ = broker.request("b", id: 2, budget: 500)
        #expect(broker.state.nextDeadline() == MonotonicTime(milliseconds: 500))
        #expect(broker.pass(500) == ["refuse 2 of b: unavailable executed no"])
        #expect(broker.state.nextDeadline() == nil)
    }

    @Test mutating func aBudgetOfZeroIsNotQueued() {
        #expect(
            broker.request("b", id: 2, budget: 0) == ["refuse 2 of b: unavailable executed no"])
        _ = broker.ready("w", credit: 0)
        #expect(broker.request("b", id: 2, budget: 0) == ["refuse 2 of b: deadline executed no"])
    }

    @Test mutating func aPlainRequestIsDroppedAfterTenSecondsInSilence() {
        _ = broker.request("c")
        #expect(broker.pass(Limits.plainRequestMilliseconds - 1) == [])
        #expect(broker.state.counters.expired == 0)
        #expect(broker.pass(1) == [])
        #expect(broker.state.counters.expired == 1)
    }

    @Test mutating func aBrokerKnows256ServicesAndNotOneMore() {
        for number in 1...Limits.servicesMax {
            #expect(broker.request("c", id: 1, service: "s\(number)") == [])
        }
        #expect(broker.request("c", id: 2, service: "x") == ["refuse 2 of c: busy executed no"])
        #expect(broker.ready("w", service: "x") == ["disconnect w"])
        _ = broker.pass(1_000)
        #expect(broker.ready("v", service: "x") == [])
    }

    @Test mutating func anExpiredRequestIsNotDispatched() {
        _ = broker.ready("w")
        _ = broker.request("a", id: 1, budget: 5_000)
        _ = broker.request("b", id: 2, budget: 100)
        broker.wait(200)
        #expect(
            broker.reply("w", to: "a") == [
                "final 9 of s to a", "refuse 2 of b: deadline executed no",
            ])
    }

    @Test mutating func fiveStrikesInTenSecondsRefuseForSixty() {
        _ = broker.ready("w")
        for _ in 1...4 { #expect(broker.malformed("w") == []) }
        #expect(broker.refuses("w") == false)
        #expect(broker.malformed("w") == ["disconnect w"])
        #expect(broker.refuses("w") == true)
        #expect(broker.refuses("v") == false)
        broker.wait(Limits.refusalMilliseconds - 1)
        #expect(broker.refuses("w") == true)
        broker.wait(1)
        #expect(broker.refuses("w") == false)
    }

    @Test mutating func strikesOlderThanTenSecondsDoNotCount() {
        for _ in 1...4 { _ = broker.malformed("c") }
        broker.wait(Limits.strikeWindowMilliseconds)
        _ = broker.malformed("c")
        #expect(broker.refuses("c") == false)
    }

    @Test mutating func aNewConnectionStartsWithoutStrikes() {
        for _ in 1...5 { _ = broker.malformed("c", descriptor: 12) }
        _ = broker.closed(12)
        #expect(broker.refuses("c") == false)
    }

    @Test mutating func thousandsOfStruckPeersAreNotAllRemembered() {
        for number in 0..<(Limits.struckPeersMax + 10) {
            _ = broker.malformed("p\(number)")
            broker.wait(1)
        }
        for _ in 1...4 { _ = broker.malformed("p0") }
        #expect(broker.refuses("p0") == false)
    }
}
