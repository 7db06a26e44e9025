import Contracts
import ServiceKit
import Testing

@testable import Interactions

/// a setting of the server lets parents log; it is off, and opens nothing else.
@Suite("Parents who log")
struct ParentsMayLogTests {
    private func refusal<Op: Contracts.Operation>(
        _ harness: Harness, _ operation: Op.Type, _ request: Op.Request
    ) -> ServiceError? {
        do {
            _ = try harness.call(operation, request, as: Harness.parent)
            return nil
        } catch { return error }
    }

    //
    @Test func withoutTheSettingTheyAreRefused() throws {
        let harness = try Harness()
        let refused = refusal(harness, CreateInteraction.self, Harness.form())
        #expect(refused?.code == .forbidden)
        #expect(refused?.message == "Only players can create interactions")
        #expect(try harness.list(as: Harness.parent).interactions.isEmpty)
        // A form that is not complete is not worth correcting.
        var form = Harness.form()
        form.type = FormField(nil)
        #expect(refusal(harness, CreateInteraction.self, form) == refused)
        InteractionsService.letParentsLog(on: harness.service)
        #expect(refusal(harness, CreateInteraction.self, form)?.code == .validationFailed)
    }

    @Test func withItTheyLogTheirOwn() throws {
        let harness = try Harness()
        InteractionsService.letParentsLog(on: harness.service)
        let logged = try harness.log(as: Harness.parent)
        #expect(logged.loggedBy == Harness.parent.userID)
        #expect(logged.loggedByName == Harness.parent.name)
        // The family's parents read it, a player does not; it counts for who logged it.
        #expect(try harness.list(as: Harness.otherParent).interactions.map(\.id) == [logged.id])
        #expect(try harness.list(as: Harness.player).interactions.isEmpty)
        #expect(try harness.list(as: Harness.parent).analytics.total == 1)
        // A stranger stays one.
        #expect(throws: ServiceError.self) {
            try harness.call(
                CreateInteraction.self, Harness.form(), as: Harness.parent, in: Harness.otherFamily)
        }
    }

    // N-98: what the family decides comes before the server's setting.
    @Test func aFamilyThatSaysNoIsHeard() throws {
        let harness = try Harness()
        InteractionsService.letParentsLog(on: harness.service)
        try harness.letParentsLog(false)
        #expect(
            refusal(harness, CreateInteraction.self, Harness.form())?.code == .forbidden)
        try harness.letParentsLog(nil)
        #expect(try harness.log(as: Harness.parent).loggedBy == Harness.parent.userID)
    }

    // N-96: a parent may log for a player there, too.
    @Test func aPlayerCanBeNamed() throws {
        let harness = try Harness()
        InteractionsService.letParentsLog(on: harness.service)
        var form = Harness.form()
        form.playerID = FormField(Harness.sibling.userID.text)
        let logged = try harness.log(form, as: Harness.parent)
        #expect(logged.loggedBy == Harness.sibling.userID)
        #expect(logged.enteredBy == Harness.parent.userID)
    }

    // what they may not, they may not.
    @Test func nothingElseIsOpened() throws {
        let harness = try Harness()
        InteractionsService.letParentsLog(on: harness.service)
        let own = try harness.log(as: Harness.parent)
        let request = ShowInteraction.Request(id: own.id)
        #expect(refusal(harness, DeleteInteraction.self, request)?.code == .forbidden)
        #expect(refusal(harness, ExportInteraction.self, request)?.code == .forbidden)
        #expect(
            refusal(
                harness, StageImport<InteractionImportRow>.self,
                .init(
                    importID: nil, number: 1,
                    rows: [InteractionImportRow(line: 2, form: Harness.form())]))?.code
                == .forbidden)
    }
}
