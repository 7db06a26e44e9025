import Contracts
import ServiceKit
import Storage
import Support
import Testing

@testable import Coaches
@testable import DataServiceKit

extension ImportTests {
    private func undo(_ id: OperationID, as person: ServiceFixture.Person? = nil) throws
        -> UndoOperation.Response
    {
        try fixture.call(
            UndoOperation.self, .init(operationID: id), as: person ?? player, in: family)
    }

    // FEATURES part 3, 6: the lists are the same as before, to the byte.
    @Test
    func undoingAnImportLeavesTheListsAsTheyWere() throws {
        _ = try fixture.call(AddSchool.self, .init(name: "First"), as: player, in: family)
        _ = try fixture.call(
            AddCoach.self, .init(firstName: "Zoe", lastName: "Old"), as: player, in: family)
        func lists() throws -> [[UInt8]] {
            [
                try fixture.answer(ListSchools.self, .init(), as: player, in: family).json,
                try fixture.answer(ListCoaches.self, .init(), as: player, in: family).json,
            ]
        }
        let before = try lists()
        let verdicts = try stage([
            coach(2, "Ann", "Lee", school: SchoolReference(catalogueID: "102553"), adds: true),
            coach(3, "Bo", "Hart", school: SchoolReference(name: "First")),
        ])
        _ = try commitCoaches(verdicts.importID)
        #expect(try lists() != before)
        // DOMAIN: schools and coaches are the family's, every player undoes.
        #expect(
            try undo(verdicts.importID, as: sibling).removed == ["schools": 1, "coaches": 2])
        #expect(try lists() == before)
        #expect(throws: (any Error).self) { try undo(verdicts.importID) }
        let changes = try fixture.changes().suffix(2)
        #expect(
            changes.map(\.type) == [CoachesFeed.coachesRemoved, CoachesFeed.schoolsRemoved])
        // And the same rows may come again.
        let again = try stage([
            coach(2, "Ann", "Lee", school: SchoolReference(catalogueID: "102553"), adds: true)
        ])
        #expect(try commitCoaches(again.importID).added == ["schools": 1, "coaches": 1])
    }

    @Test
    func schoolsThatHaveCoachesSinceAreNotTakenAway() throws {
        let verdicts = try stage([school(2, "102553")])
        _ = try commitSchools(verdicts.importID)
        let added = try schools()[0]
        _ = try fixture.call(
            AddCoach.self, .init(firstName: "Ann", lastName: "Lee", schoolID: added.id),
            as: player, in: family)
        let error = fixture.refusal(
            of: UndoOperation.self, .init(operationID: verdicts.importID), as: player, in: family)
        #expect(error?.code == .hasDependents)
        #expect(try schools().map(\.id) == [added.id])
    }
}
