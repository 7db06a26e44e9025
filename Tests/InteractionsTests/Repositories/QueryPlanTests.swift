import DataServiceKit
import Storage
import Testing

@testable import Interactions

@Suite("Query plans")
struct QueryPlanTests {
    private static let statements =
        InteractionStatements.all + AttachmentStatements.all + [
            FamilyNames.schoolStatement, FamilyNames.coachStatement, FamilyNames.memberStatement,
            FamilyNames.playersStatement, FamilyNames.zoneStatement, References.coachStatement,
            References.eventStatement,
        ]

    private let harness: Harness

    init() throws { harness = try Harness() }

    private func plan(_ sql: String) throws -> String {
        try harness.service.database.read { try $0.queryPlan(sql).joined(separator: "; ") }
    }

    // IL-50, IA-61, ID-31: list, submission and detail cost what they show, however much is stored.
    // The times themselves are measured by the benchmarks.
    @Test
    func noStatementReadsAWholeTable() throws {
        for sql in Self.statements + AttachmentStatements.byFile
            + AttachmentStatements.sweeping
        {
            let plan = try plan(sql)
            #expect(!plan.contains("SCAN"), "\(sql)\n\(plan)")
            #expect(!plan.contains("TEMP B-TREE"), "\(sql)\n\(plan)")
        }
    }

    @Test
    func searchesBeginWithTheFamily() throws {
        for sql in Self.statements where !sql.contains("INSERT") {
            #expect(try plan(sql).contains("(family_unit_id=?"), "\(sql)")
        }
    }

    // A sibling's rows cost nothing: the index that begins with the logger is used.
    @Test
    func rowsOfOneLoggerComeThroughTheirIndex() throws {
        try expectAll(
            { $0.contains(.byLogger) },
            through: "interactions_by_logger (family_unit_id=? AND logged_by=? ")
        #expect(
            try plan(InteractionStatements.weekOfLogger).contains(
                "COVERING INDEX interactions_by_logger"))
    }

    // Of a single type, no row of another type is read.
    @Test
    func rowsOfATypeComeThroughTheirIndexInOrder() throws {
        try expectAll(
            { $0.contains(.byType) && !$0.contains(.byLogger) },
            through: "interactions_by_type (family_unit_id=? AND type=? ")
    }

    /// Expects that lists and figures of these shapes come through an index, in the order of time.
    private func expectAll(
        _ isMeant: (InteractionStatements.Shape) -> Bool, through index: String
    ) throws {
        for shape in InteractionStatements.Shape.all.filter(isMeant) {
            for sql in [
                InteractionStatements.rows(shape), InteractionStatements.figures(shape),
            ] {
                #expect(
                    try plan(sql).contains(index + "AND deleted_at=? AND newest_first"), "\(sql)")
            }
        }
    }

    // A count of types and directions reads no row.
    @Test(arguments: [
        (InteractionStatements.Shape.byType, "interactions_by_type"),
        (InteractionStatements.Shape.byLogger, "interactions_by_logger"),
    ])
    func kindsAreCountedInAnIndex(shape: InteractionStatements.Shape, index: String) throws {
        for further in [[], InteractionStatements.Shape.isContinued] {
            let figures = InteractionStatements.figures(shape.union(further).union(.ofKinds))
            #expect(try plan(figures).contains("COVERING INDEX \(index) "), "\(figures)")
        }
    }

    @Test
    func rowsOfAFamilyComeFromItsClusterInOrder() throws {
        for shape in InteractionStatements.Shape.all
        where shape.isDisjoint(with: [.byLogger, .byType]) {
            #expect(
                try plan(InteractionStatements.rows(shape)).contains(
                    "PRIMARY KEY (family_unit_id=? AND newest_first"))
        }
        #expect(
            try plan(InteractionStatements.weekOfFamily).contains(
                "PRIMARY KEY (family_unit_id=? AND newest_first<?)"))
    }
}
