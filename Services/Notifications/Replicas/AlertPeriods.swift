import Contracts
import DataServiceKit
import Storage

/// Stores the periods in which members wanted alerts, from identity's feed. Past periods are kept:
/// an interaction read late, even years later, alerts those who were to be alerted when it was
/// logged.
struct AlertPeriods: Replica {
    var producer: ServiceName { .identity }

    func apply(_ change: Change, in transaction: WriteTransaction) throws {
        guard let (member, isThere) = try change.member() else { return }
        try turn(member, wantsAlerts: isThere && member.inboundAlerts, change, transaction)
    }

    func clear(in transaction: WriteTransaction) throws {
        try transaction.execute("DELETE FROM alert_spells /* all families: a rebuild */")
    }

    private func turn(
        _ member: IdentityFeed.MemberPayload, wantsAlerts: Bool, _ change: Change,
        _ transaction: WriteTransaction
    ) throws {
        let key = (member.familyUnitID, member.userID)
        var lasting = try transaction.first(AlertStatements.lasting, key.0, key.1) { row in
            (begins: try row.instant(0), role: try row.word(1) as Role)
        }
        if let other = lasting, wantsAlerts, other.role != member.role {
            // A period has one role.
            try transaction.execute(
                AlertStatements.end, key.0, key.1, max(other.begins, change.occurredAt))
            lasting = nil
        }
        switch AlertPeriod.turn(
            lasting: lasting?.begins, wantsAlerts: wantsAlerts, at: change.occurredAt)
        {
        case .stays: break
        case .begins(let instant):
            try transaction.execute(
                AlertStatements.begin, key.0, key.1, change.sequence, instant, member.role.rawValue)
        case .ends(let instant):
            try transaction.execute(AlertStatements.end, key.0, key.1, instant)
        }
    }
}
