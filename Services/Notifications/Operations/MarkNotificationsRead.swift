import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension MarkNotificationsRead {
    /// Marks the caller's own notifications as read. Throws `not_found` for a notification of
    /// another user; then none is marked.
    static func handle(
        _ input: Input, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> Response {
        let user = try context.requireUser()
        let repository = NotificationRepository(user, unit.transaction)
        let marked: Int
        switch input {
        case .all:
            marked = try repository.markAll(at: unit.now, in: unit.transaction)
        case .some(let ids):
            marked = try ids.reduce(into: 0) { count, id in
                guard let isNews = try repository.mark(id, at: unit.now, in: unit.transaction)
                else { throw ServiceError.notFound(.notification) }
                if isNews { count += 1 }
            }
        }
        if marked > 0 {
            try unit.record(
                NewChange(
                    NotificationsFeed.read, of: "notification", user.userID, family: nil,
                    payload: NotificationsFeed.ReadPayload(userID: user.userID, marked: marked)))
        }
        return Response(marked: marked, unread: try repository.counts().unread)
    }
}
