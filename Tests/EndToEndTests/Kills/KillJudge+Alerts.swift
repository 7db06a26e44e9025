import Contracts

extension KillJudge {
    /// Exactly one alert for each member and each inbound contact that is there (X-20, D-45), as
    /// the members see them.
    func judgeAlerts(_ verdict: inout KillVerdict) throws {
        let contacts = try system.call(
            ListInteractions.self, ListInteractions.Request(), as: family.parent, in: family.id
        ).interactions.filter { $0.direction == .inbound }
        verdict.alerting = contacts.count
        for member in family.players + [family.parent] {
            let page = try system.call(ListNotifications.self, .init(), as: member)
            compare(
                page.notifications.map(\.relatedEntityID.text), contacts.map(\.id.text),
                "alert of \(member.name)", &verdict)
            let unread = contacts.count { $0.loggedBy != member.userID }
            if page.total != contacts.count || page.unread != unread {
                verdict.inconsistent.append(
                    "\(member.name) has \(page.unread) of \(page.total) alerts unread")
            }
        }
    }
}
