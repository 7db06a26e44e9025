import Contracts
import Synchronization
import Testing

@testable import DataServiceKit

@Suite struct CommandDecoderTests {
    private final class Log: Sendable {
        private let lines = Mutex<[Int]>([])
        func add(_ line: Int) { lines.withLock { $0.append(line) } }
        var all: [Int] { lines.withLock { $0 } }
    }

    private let decoder = CommandDecoder()
    private let log = Log()

    /// Offers a request that adds its number to the log.
    private func decode(_ byteCount: Int, _ number: Int) -> Bool {
        decoder.run(byteCount) { [log] in log.add(number) }
    }

    /// Queues a large request that is being decoded until the returned value is set.
    private func occupy() -> OneShot<Void> {
        let begun = OneShot<Void>()
        let mayEnd = OneShot<Void>()
        let isTaken = decoder.run(CommandDecoder.inPlaceBytesMax + 1) { [log] in
            begun.set(())
            mayEnd.wait()
            log.add(0)
        }
        #expect(isTaken)
        begun.wait()
        return mayEnd
    }

    @Test func aSmallRequestIsDecodedInPlace() {
        #expect(decode(CommandDecoder.inPlaceBytesMax, 1))
        #expect(log.all == [1], "it was decoded before the call returned")
        decoder.close()
    }

    @Test func aLargeRequestLeavesTheThreadFree() {
        let mayEnd = occupy()
        #expect(log.all.isEmpty)
        mayEnd.set(())
        decoder.close()
        #expect(log.all == [0])
    }

    @Test func requestsKeepTheirOrder() {
        let mayEnd = occupy()
        for number in 1...5 {
            let byteCount = number == 3 ? CommandDecoder.inPlaceBytesMax + 1 : 10
            #expect(decode(byteCount, number))
        }
        mayEnd.set(())
        decoder.close()
        #expect(log.all == [0, 1, 2, 3, 4, 5])
    }

    @Test func oneMoreThanTheMostIsRefused() {
        let mayEnd = occupy()
        for number in 1...CommandDecoder.waitingMax {
            #expect(decode(10, number))
        }
        #expect(!decode(10, -1))
        mayEnd.set(())
        decoder.close()
        #expect(log.all == Array(0...CommandDecoder.waitingMax))
    }
}
