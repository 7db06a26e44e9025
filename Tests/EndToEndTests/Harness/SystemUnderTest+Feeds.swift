import ServiceKit

extension SystemUnderTest {
    /// The longest wait until every service has read the others' feeds.
    static let feedLimit = Duration.seconds(60)

    /// Waits until every service has read the feeds that it follows to their ends, and recorded
    /// what follows from them.
    func waitUntilFeedsAreRead() throws {
        let areRead = try Waiting.until(Self.feedLimit, every: .milliseconds(20)) {
            let files = try Dictionary(
                uniqueKeysWithValues: Program.services.map { program in
                    (program, try DatabaseFile.reading(home.database(of: program.rawValue)))
                })
            defer { for file in files.values { file.close() } }
            func heads() throws -> [Program: Int64] {
                try files.mapValues { try $0.number("SELECT max(seq) FROM changes") }
            }
            let before = try heads()
            let areThere = try files.allSatisfy { program, file in
                try program.allFollowed.allSatisfy { producer in
                    try ReplicaFold.cursor(of: producer, in: file) == before[producer]
                }
            }
            return try areThere && heads() == before
        }
        guard areRead else { throw Failure(description: "the services did not catch up") }
    }
}
