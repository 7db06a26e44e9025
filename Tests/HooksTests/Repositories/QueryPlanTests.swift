import Contracts
import DataServiceKit
import Storage
import Support
import Testing

@testable import Hooks

@Suite("Query plans of hooks")
struct QueryPlanTests {
    private let fixture: ServiceFixture

    init() throws { fixture = try ServiceFixture(.hooks, schema: HooksService.schema) }

    @Test(arguments: HookStatements.all + HookQueueStatements.all)
    func noStatementReadsAWholeTable(sql: String) throws {
        let plan = try fixture.plan(of: sql)
        #expect(!plan.contains("SCAN"), "\(sql)\n\(plan)")
        #expect(!plan.contains("TEMP B-TREE"), "\(sql)\n\(plan)")
    }
}
