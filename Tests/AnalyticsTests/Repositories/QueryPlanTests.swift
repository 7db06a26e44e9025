import Contracts
import DataServiceKit
import Storage
import Support
import Testing

@testable import Analytics

@Suite("Query plans of analytics")
struct QueryPlanTests {
    private let fixture: ServiceFixture

    init() throws {
        fixture = try ServiceFixture(.analytics, schema: AnalyticsService.schema)
    }

    private static let all = [
        Family.findSQL, FamilyPeople.schoolSQL, FamilyPeople.coachSQL, PostRepository.listSQL,
        PostRepository.schoolNumberSQL, PostRepository.byIDSQL, PostRepository.byEndingSQL,
        PostRepository.recruitingSQL, PostWriter.sameURLSQL, PostWriter.numbersSQL,
        PostWriter.deletedSQL,
        PostWriter.importedSQL, PostWriter.oneSQL, PostWriter.markedSQL, PostImportLedger.findSQL,
        PostImportLedger.answerSQL, PostImportLedger.linesSQL, PostImportLedger.staleSQL,
        ListPosts.schoolNameSQL,
        SocialFigures.firstPostSQL, SocialFigures.skippedSQL, SocialFigures.schoolsSQL,
        SocialFigures.schoolSQL, RollupWriter.readSQL, RollupWriter.readQuarterSQL,
        RollupWriter.dayPostsSQL, RollupReader.partsSQL, RollupReader.partsOfDaySQL,
        RollupReader.countSQL, CoachesReplica.lastNumberSQL, CoachesReplica.renameSQL,
        CoachesReplica.coachGoneSQL, PostRemoval.countSQL, PostRemoval.nextSQL,
        PostDeletions.ofSchoolsSQL,
        PostDeletions.ofCoachesSQL, PostDeletions.markedSQL, PostDeletions.passOverSQL,
        PostWriter.schoolIDSQL, PostWriter.coachIDSQL,
    ]

    private static let totals = [Totals.statements, KindTotals.statements].flatMap {
        [$0.range, $0.day, $0.quarters]
    }

    @Test(arguments: all + totals + PostsOfMerged.statements)
    func noStatementReadsAWholeTable(sql: String) throws {
        let plan = try fixture.plan(of: sql)
        let isScanned = plan.replacing("SCAN CONSTANT ROW", with: "").contains("SCAN")
        #expect(!isScanned, "\(sql)\n\(plan)")
        // Only posts of one instant are put in the order of their ids.
        #expect(
            !plan.replacing("USE TEMP B-TREE FOR RIGHT PART OF ORDER BY", with: "")
                .replacing("USE TEMP B-TREE FOR LAST TERM OF ORDER BY", with: "")
                .contains("TEMP B-TREE"), "\(sql)\n\(plan)")
    }

    @Test(arguments: [RollupWriter.dayPostsSQL, RollupReader.countSQL, SocialFigures.firstPostSQL])
    func figuresReadAnIndexOnly(sql: String) throws {
        #expect(try fixture.plan(of: sql).contains("COVERING INDEX posts_by_time"))
    }
}
