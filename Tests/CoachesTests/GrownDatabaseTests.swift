import Contracts
import Support
import Testing

@testable import Coaches

@Suite struct GrownDatabaseTests {
    /// Whichever steps of the schema a home already has, its database becomes like a new one.
    @Test func anEarlierDatabaseBecomesLikeANewOne() throws {
        #expect(try GrownDatabase.faults(of: .coaches, CoachesService.schema) == [])
    }
}
