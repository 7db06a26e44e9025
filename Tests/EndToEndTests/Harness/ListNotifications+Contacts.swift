import Contracts

extension ListNotifications.Response {
    /// The notifications about contacts alone, without what members are told of each other.
    var ofContacts: ListNotifications.Response {
        let rows = notifications.filter { $0.type == .inboundInteraction }
        return .init(
            notifications: rows,
            counts: .init(total: rows.count, unread: rows.count { $0.readAt == nil }))
    }
}
