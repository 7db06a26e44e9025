import Contracts
import DataServiceKit
import Storage
import Support
import Testing

@testable import Notifications

@Suite("Query plans of notifications")
struct QueryPlanTests {
    private let fixture: ServiceFixture

    init() throws {
        fixture = try ServiceFixture(.notifications, schema: NotificationsService.schema)
    }

    @Test(arguments: NotificationStatements.all + AlertStatements.all + DigestStatements.all)
    func noStatementReadsAWholeTable(sql: String) throws {
        let plan = try fixture.plan(of: sql)
        #expect(!plan.contains("SCAN"), "\(sql)\n\(plan)")
        #expect(!plan.contains("TEMP B-TREE"), "\(sql)\n\(plan)")
    }

    @Test(arguments: NotificationStatements.all)
    func whatAUserAsksBeginsWithTheUser(sql: String) throws {
        let plan = try fixture.plan(of: sql)
        #expect(plan.contains("(user_id=?"), "\(sql)\n\(plan)")
    }

    @Test func countsReadAnIndexOnly() throws {
        #expect(try fixture.plan(of: NotificationStatements.counts).contains("COVERING INDEX"))
    }
}
