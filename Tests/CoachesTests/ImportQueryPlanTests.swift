import Contracts
import Storage
import Support
import Testing

@testable import Coaches
@testable import DataServiceKit

/// The statements that an import runs for every row.
@Suite("Query plans of imports")
struct ImportQueryPlanTests {
    private let fixture: ServiceFixture

    init() throws { fixture = try ServiceFixture(.coaches, schema: CoachesService.schema) }

    @Test(arguments: [
        ReferenceRepository.schoolByCatalogueSQL, ReferenceRepository.schoolByNameSQL,
        ReferenceRepository.stagedSchoolByCatalogueSQL,
        ReferenceRepository.stagedSchoolByNameSQL, ReferenceRepository.coachByNameSQL,
        ReferenceRepository.stagedCoachByNameSQL, ReferenceRepository.coachByKeySQL,
        ReferenceRepository.coachByNameKeySQL,
        ReferenceRepository.keptCoachSQL, ReferenceRepository.coachSchoolSQL,
        ReferenceRepository.doubledSchoolSQL, ReferenceRepository.orphanedCoachSQL,
        SchoolRepository.stagedSQL, CoachesTrash.orphansSQL, RowMatchRepository.schoolsSQL,
        RowMatchRepository.stagedSchoolsSQL, RowMatchRepository.coachesByNameSQL,
        RowMatchRepository.stagedCoachesByNameSQL, RowMatchRepository.coachesByAddressSQL,
        RowMatchRepository.stagedCoachesByAddressSQL, UpdateJournal.lineSQL,
        UpdateJournal.waitingSQL, UpdateJournal.outdatedSQL("coaches"),
        UpdateJournal.outdatedSQL("schools"), Erasure.forgetUpdateSQL,
    ])
    func noStatementScansAFamilyOwnedTable(sql: String) throws {
        let plan = try fixture.service.database.read { try $0.queryPlan(sql) }
        #expect(!plan.isEmpty)
        #expect(!plan.contains { $0.contains("SCAN") }, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        #expect(!plan.contains { $0.hasSuffix("(family_unit_id=?)") }, "\(plan)")
    }
}
