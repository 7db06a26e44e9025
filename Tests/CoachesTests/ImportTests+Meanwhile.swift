import Contracts
import ServiceKit
import Storage
import Support
import Testing

@testable import Coaches
@testable import DataServiceKit

// What happens between the last row and the commit, and until all records are there.
extension ImportTests {
    private func message(_ commit: () throws -> ImportSummary) -> String? {
        do {
            _ = try commit()
            return nil
        } catch let failure as Caller.Failure {
            return failure.error.code == .conflict ? failure.error.message : "\(failure.error)"
        } catch { return "\(error)" }
    }

    @Test func aSchoolThatWasAddedMeanwhileKeepsTheFileOut() throws {
        let verdicts = try stage([school(2, "102553"), school(3, name: "Pine Hill College")])
        _ = try fixture.call(
            AddSchool.self, .init(catalogueID: "102553"), as: player, in: family)
        #expect(
            message { try commitSchools(verdicts.importID) }
                == "A record of the file was added in the meantime; import the file again")
        #expect(try schools().count == 1)
    }

    @Test func aSchoolThatWasDeletedMeanwhileKeepsItsCoachesOut() throws {
        let added = try fixture.call(
            AddSchool.self, .init(catalogueID: "102553"), as: player, in: family)
        let verdicts = try stage([
            coach(2, "Ann", "Lee", school: SchoolReference(catalogueID: "102553"))
        ])
        #expect(verdicts.refused.isEmpty)
        try fixture.service.database.write { transaction in
            try transaction.execute(
                "UPDATE schools SET deleted_at = 1, operation_id = ?1 WHERE id = ?2",
                OperationID.make(at: .earliest), added.school.id)
        }
        #expect(
            message { try commitCoaches(verdicts.importID) }
                == "A school in this file was deleted in the meantime; import it again")
        #expect(try coaches().isEmpty)
    }

    // While records of an import are on their way, nobody adds a school or deletes one.
    @Test func anImportUnderWayKeepsOthersWaiting() throws {
        let known = try fixture.call(
            AddSchool.self, .init(catalogueID: "102553"), as: player, in: family
        ).school
        let scope = FamilyScope(resuming: player.userID, as: .player, in: family)
        let id = OperationID.make(at: .earliest)
        try fixture.service.database.write { transaction in
            try ImportsUnderWay(transaction).begin(
                id, CommitImport<CoachImportRow>.name, scope, counts: ["coaches": 1], trace: nil,
                at: .earliest)
        }
        let refusals = [
            fixture.refusal(
                of: AddSchool.self, .init(name: "Pine Hill"), as: player, in: family),
            fixture.refusal(
                of: CascadeDeleteSchool.self, .init(id: known.id), as: player, in: family),
        ]
        #expect(refusals.map { $0?.code } == [.busy, .busy])
        try fixture.service.database.write { transaction in
            try transaction.execute("DELETE FROM imports_under_way")
        }
        _ = try fixture.call(AddSchool.self, .init(name: "Pine Hill"), as: player, in: family)
    }
}
