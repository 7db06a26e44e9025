import Contracts

extension KillJudge {
    /// Checks that the author and the parent have exactly one alert for each visible inbound
    /// contact, and other players none (X-20, D-45).
    func judgeAlerts(_ verdict: inout KillVerdict) throws {
        let contacts = try system.call(
            ListInteractions.self, ListInteractions.Request(), as: family.parent, in: family.id
        ).interactions.filter { $0.direction == .inbound }
        verdict[.alerting] = contacts.count
        for member in family.players + [family.parent] {
            let page = try system.call(ListNotifications.self, .init(), as: member).ofContacts
            let isParent = member.userID == family.parent.userID
            let told = contacts.filter { isParent || $0.loggedBy == member.userID }
            verdict.compare(
                page.notifications.map(\.relatedEntityID.text), told.map(\.id.text),
                "alert of \(member.name)")
            if page.total != told.count || page.unread != (isParent ? told.count : 0) {
                verdict[.inconsistent].append(
                    "\(member.name) has \(page.unread) of \(page.total) alerts unread")
            }
        }
    }
}
