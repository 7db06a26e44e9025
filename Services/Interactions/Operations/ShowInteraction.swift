import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Serves the page Interaction Detail. Players can open only their own records.
extension ShowInteraction {
    static func handle(
        _ input: ShowInteraction.Request, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> ShowInteraction.Response {
        let scope = try context.requireFamily()
        let found = try InteractionRepository(scope, transaction).require(input.id)
        let isOwn = found.interaction.loggedBy == scope.userID
        return ShowInteraction.Response(
            interaction: found.interaction,
            canDelete: scope.role == .player && isOwn,
            canExport: scope.role == .player,
            files: try AttachmentRepository(scope, transaction).files(of: input.id),
            hints: try ContactHints(scope.familyID, transaction).hints(
                for: found.interaction, scope, at: context.now))
    }
}
