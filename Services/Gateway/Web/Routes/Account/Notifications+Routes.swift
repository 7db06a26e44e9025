import Contracts
import Foundation
import HTML
import HTTP
import WebPages

extension Router {
    /// The notifications, and marking them as read.
    mutating func addNotifications(_ site: Site) {
        get(Place.notifications.text, site) { visit in
            let isUnreadOnly = visit.request.query["unread"] == "true"
            let number = visit.pageNumber(max: NotificationsPage.pageMax)
            return try await visit.page(
                showing: ListNotifications.self,
                .init(unread: isUnreadOnly, limit: number * NotificationsPage.rowsPerPage)
            ) {
                NotificationsPage($0, isUnreadOnly: isUnreadOnly, page: number, $1).write
            }
        }
        get("/notifications/{id}", site) { visit in
            try await visit.found("Notification", .notifications, Place.notifications) {
                let id: NotificationID = try visit.id(.notification)
                let all = try await visit.call(ListNotifications.self, .init()).notifications
                let row = try all.require(.notification) { $0.id == id }
                // A link on another site shows the record and changes nothing.
                if OriginCheck.isOwn(visit.request), row.readAt == nil {
                    _ = try await visit.call(
                        MarkNotificationsRead.self, .init(ids: [id]),
                        key: IdempotencyKey.random())
                }
                let families = visit.statement.families
                let family = families.first { $0.familyUnitID == row.familyUnitID }
                let zone = TimeZone(identifier: (family ?? visit.family).timeZone) ?? .gmt
                var response = HTTPResponse.redirect(to: row.place(in: zone).text)
                guard !row.relatedEntityType.isOfUser else { return response }
                // What it is about may belong to another of the reader's families.
                if row.familyUnitID != visit.family.familyUnitID {
                    response.set(
                        try FamilyCookie.setting(
                            row.familyUnitID, isSecure: site.cookie.isSecure))
                }
                return response
            }
        }
        post(
            Place.markAllRead.text,
            site.action(MarkNotificationsRead.self, .marked, to: "notifications") { _ in
                .everything
            })
    }
}

extension UserNotification {
    /// The page of what it is about. A digest is that of its own week, however late its
    /// notification is followed; `zone` is its family's.
    fileprivate func place(in zone: TimeZone) -> WebAddress {
        switch relatedEntityType {
        case .interaction: Place.interaction(InteractionID(relatedEntityID))
        case .followUp: Place.queue
        case .session, .account: Place.settings
        case .family: Place.family
        case .digest: Place.digest(of: DigestTime.week(at: scheduledFor, in: zone))
        case .hook: Place.hooks
        }
    }
}
