import Contracts
import Testing

@testable import Web

@Suite("The streams of one reader")
struct LiveReadersTests {
    private let readers = LiveReaders()
    private let ana = UserID(high: 1, low: 1)
    private let bea = UserID(high: 1, low: 2)

    @Test func aReaderHasSoManyStreamsAtOnce() {
        var streams = (0..<LiveReaders.streamsMax).compactMap { _ in readers.begin(ana) }
        #expect(streams.count == LiveReaders.streamsMax)
        #expect(readers.begin(ana) == nil)
        // Others are not concerned.
        #expect(readers.begin(bea) != nil)
        // A stream counts no more once it has ended, and ends once.
        streams[0].end()
        streams[0].end()
        let further = readers.begin(ana)
        #expect(further != nil && readers.begin(ana) == nil)
        // Or when its answer was never sent.
        streams.removeLast()
        #expect(readers.begin(ana) != nil)
    }
}
