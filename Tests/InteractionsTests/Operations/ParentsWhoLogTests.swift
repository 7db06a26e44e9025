import Contracts
import DataServiceKit
import ServiceKit
import Support
import Testing

@testable import Interactions

/// R-02, as a family decides: what a parent enters is the player's record.
@Suite("Parents who log for players")
struct ParentsWhoLogTests {
    private let harness: Harness

    init() throws {
        harness = try Harness()
        try harness.letParentsLog(true)
    }

    private static func form(of player: Viewer? = Harness.player) -> CreateInteraction.Request {
        var form = Harness.form()
        if let player { form.playerID = FormField(player.userID.text) }
        return form
    }

    private func refusal<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request, as viewer: Viewer = Harness.parent
    ) -> ServiceError? {
        do {
            _ = try harness.call(operation, request, as: viewer)
            return nil
        } catch { return error }
    }

    // N-96
    @Test func whatAParentEntersIsThePlayersRecord() throws {
        let logged = try harness.log(Self.form(), as: Harness.parent)
        #expect(logged.loggedBy == Harness.player.userID)
        #expect(logged.loggedByName == Harness.player.name)
        #expect(logged.enteredBy == Harness.parent.userID)
        #expect(logged.enteredByName == Harness.parent.name)
        // It counts for the player and nobody else.
        #expect(try harness.list().interactions == [logged])
        #expect(try harness.list().analytics.total == 1)
        #expect(try harness.list(as: Harness.sibling).interactions.isEmpty)
        #expect(try harness.list(as: Harness.otherParent).interactions == [logged])
        #expect(try harness.list(as: Harness.stranger).interactions.isEmpty)
        let request = ShowInteraction.Request(id: logged.id)
        #expect(try harness.call(ShowInteraction.self, request, as: Harness.player).canDelete)
        #expect(
            refusal(ShowInteraction.self, request, as: Harness.sibling)?.code == .notFound)
        #expect(
            refusal(ShowInteraction.self, request, as: Harness.stranger)?.code == .notFound)
    }

    // N-96: the change names the parent as its actor, and the player reads it in the history.
    @Test func theHistorySaysWhoEnteredIt() throws {
        let logged = try harness.log(Self.form(), as: Harness.parent)
        func actors(_ viewer: Viewer) throws -> [UserID?] {
            try harness.history(of: logged.id.text, as: viewer).map(\.actor)
        }
        #expect(try actors(Harness.player) == [Harness.parent.userID])
        #expect(try actors(Harness.otherParent) == [Harness.parent.userID])
        #expect(try actors(Harness.sibling).isEmpty)
        #expect(try actors(Harness.stranger).isEmpty)
    }

    // N-97
    @Test func oneOfSeveralPlayersIsNamed() throws {
        let unnamed = refusal(CreateInteraction.self, Self.form(of: nil))
        #expect(unnamed?.errors == ["player_id": ParentsLogText.chooseRefusal])
        for other in [Harness.parent, Harness.otherParent, Harness.stranger] {
            #expect(
                refusal(CreateInteraction.self, Self.form(of: other))?.errors
                    == ["player_id": ParentsLogText.playerRefusal])
        }
        var form = Harness.form()
        form.playerID = "Sam"
        #expect(
            refusal(CreateInteraction.self, form)?.errors
                == ["player_id": ParentsLogText.playerRefusal])
        // A sibling who has left cannot be named, and need not be told apart any more.
        try harness.remove(Harness.sibling)
        #expect(
            refusal(CreateInteraction.self, Self.form(of: Harness.sibling))?.code
                == .validationFailed)
        #expect(
            try harness.log(Self.form(of: nil), as: Harness.parent).loggedBy
                == Harness.player.userID)
    }

    // N-97: players log for themselves only.
    @Test func playersNameNobodyElse() throws {
        let refused = refusal(
            CreateInteraction.self, Self.form(of: Harness.sibling), as: Harness.player)
        #expect(refused?.code == .forbidden)
        #expect(refused?.message == ParentsLogText.ownRefusal)
        let own = try harness.log(Self.form(of: Harness.player), as: Harness.player)
        #expect(own.loggedBy == Harness.player.userID && own.enteredBy == nil)
        #expect(
            refusal(CreateInteraction.self, Self.form(), as: Harness.stranger)?.code == .forbidden)
    }

    // N-97
    @Test func parentsEditWhatTheyEnteredAndDeleteNothing() throws {
        let entered = try harness.log(Self.form(), as: Harness.parent)
        let own = try harness.log()
        func edit(_ id: InteractionID) -> EditInteraction.Request {
            var edit = EditInteraction.Request(id: id)
            edit.fields.subject = "Camp"
            return edit
        }
        let edited = try harness.call(
            EditInteraction.self, edit(entered.id), as: Harness.parent
        ).interaction
        #expect(edited.subject == "Camp" && edited.version == 2)
        #expect(edited.loggedBy == Harness.player.userID)
        #expect(edited.enteredBy == Harness.parent.userID)
        for (id, viewer) in [(own.id, Harness.parent), (entered.id, Harness.otherParent)] {
            let refused = refusal(EditInteraction.self, edit(id), as: viewer)
            #expect(refused?.code == .forbidden)
            #expect(refused?.message == ParentsLogText.editRefusal)
        }
        for viewer in [Harness.sibling, Harness.stranger] {
            #expect(
                refusal(EditInteraction.self, edit(entered.id), as: viewer)?.code == .notFound)
        }
        // The player cannot be changed.
        var other = edit(entered.id)
        other.fields.playerID = FormField(Harness.sibling.userID.text)
        #expect(
            refusal(EditInteraction.self, other)?.errors
                == ["player_id": ParentsLogText.keptRefusal])
        let request = ShowInteraction.Request(id: entered.id)
        #expect(refusal(DeleteInteraction.self, request)?.code == .forbidden)
        #expect(refusal(ExportInteraction.self, request)?.code == .forbidden)
        _ = try harness.call(DeleteInteraction.self, request, as: Harness.player)
        #expect(refusal(EditInteraction.self, edit(entered.id))?.code == .notFound)
    }

    // N-98
    @Test func whatWasEnteredStaysWhenTheFamilyChangesItsMind() throws {
        let entered = try harness.log(Self.form(), as: Harness.parent)
        try harness.letParentsLog(false)
        #expect(refusal(CreateInteraction.self, Self.form())?.code == .forbidden)
        var edit = EditInteraction.Request(id: entered.id)
        edit.fields.subject = "Camp"
        #expect(refusal(EditInteraction.self, edit)?.code == .forbidden)
        #expect(try harness.list().interactions == [entered])
    }

    // N-97: a file has no rows of other players.
    @Test func aRowOfAFileNamesNobodyElse() throws {
        let staged = try harness.call(
            StageImport<InteractionImportRow>.self,
            .init(
                importID: nil, number: 1,
                rows: [
                    InteractionImportRow(line: 2, form: Self.form(of: Harness.sibling)),
                    InteractionImportRow(line: 3, form: Self.form(of: Harness.player)),
                ]), as: Harness.player)
        #expect(staged.refused.map(\.line) == [2])
    }
}
