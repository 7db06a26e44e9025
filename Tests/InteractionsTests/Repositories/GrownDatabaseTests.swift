import Contracts
import Support
import Testing

@testable import Interactions

@Suite struct GrownDatabaseTests {
    /// Whichever steps of the schema a home already has, its database becomes like a new one.
    @Test func anEarlierDatabaseBecomesLikeANewOne() throws {
        #expect(try GrownDatabase.faults(of: .interactions, InteractionsService.schema) == [])
    }
}
