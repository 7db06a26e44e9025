import ServiceKit
import Testing

@Suite
struct ContentCacheTests {
    private typealias Cache = ContentCache<String, String>

    /// Whether a value was made for an answer.
    private func isMade(
        _ cache: Cache, _ key: String, _ answer: [UInt8], _ value: String = "rows"
    ) -> Bool {
        var isMade = false
        let got = cache.value(key, of: answer) {
            isMade = true
            return (value, value.utf8.count)
        }
        #expect(got == value)
        return isMade
    }

    @Test func aValueIsMadeAnewOnlyIfTheAnswerChanged() {
        let cache = Cache(bytesMax: 100)
        #expect(isMade(cache, "a", [1, 2, 3]))
        #expect(!isMade(cache, "a", [1, 2, 3]))
        #expect(isMade(cache, "a", [1, 2, 4], "others"))
        #expect(!isMade(cache, "a", [1, 2, 4], "others"))
        // Only the last answer is kept.
        #expect(isMade(cache, "a", [1, 2, 3]))
        #expect(isMade(cache, "b", [1, 2, 3]))
        #expect(isMade(cache, "empty", []) && !isMade(cache, "empty", []))
    }

    @Test func moreThanTheMostBytesAreForgotten() {
        let cache = Cache(bytesMax: 100)
        let half = [UInt8](repeating: 0, count: 46)
        #expect(isMade(cache, "a", half) && isMade(cache, "b", half))
        // Exactly the most.
        #expect(!isMade(cache, "a", half) && !isMade(cache, "b", half))
        // One byte more.
        #expect(isMade(cache, "b", half + [0]))
        #expect(!isMade(cache, "b", half + [0]))
        #expect(isMade(cache, "a", half))
    }

    @Test func anErrorIsNotKept() {
        struct Failure: Error {}
        let cache = Cache(bytesMax: 100)
        #expect(throws: Failure.self) {
            try cache.value("a", of: [1]) { throw Failure() }
        }
        #expect(isMade(cache, "a", [1]))
    }
}
