import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension ListNotifications {
    /// The caller's own notifications, with the counts of the same moment.
    static func handle(
        _ input: Input, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> Response {
        let repository = NotificationRepository(try context.requireUser(), transaction)
        return Response(
            notifications: try repository.list(
                unreadOnly: input.isUnreadOnly, limit: input.limit),
            counts: try repository.counts())
    }
}

extension CountNotifications {
    /// How many notifications the caller has.
    static func handle(_ context: CallContext, _ transaction: ReadTransaction) throws -> Response {
        try NotificationRepository(try context.requireUser(), transaction).counts()
    }
}
