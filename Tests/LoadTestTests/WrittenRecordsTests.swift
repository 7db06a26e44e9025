import Testing

@testable import LoadTest

@Suite struct WrittenRecordsTests {
    @Test(arguments: [(2, false), (3, true), (8, true), (9, false)])
    func unknownOutcomesMayBeThere(total: Int, isRight: Bool) {
        var written = WrittenRecords()
        written.count(2, .ok, isUnknown: false)
        written.count(1, .wrong, isUnknown: false)
        written.count(5, .timeout, isUnknown: true)
        let findings = written.findings(total, "posts")
        #expect(findings.isEmpty == isRight)
        #expect(findings.allSatisfy { $0.hasPrefix("\(total) posts are there, 3 were") })
    }
}
