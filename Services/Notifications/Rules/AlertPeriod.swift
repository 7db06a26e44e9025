import Contracts

/// A period in which a member of a family was to be alerted of inbound interactions. The start is
/// inclusive, the end exclusive.
struct AlertPeriod: Hashable {
    let userID: UserID
    let role: Role
    let begins: Instant
    /// `nil` for the current period.
    let ends: Instant?

    func covers(_ instant: Instant) -> Bool {
        begins <= instant && (ends.map { instant < $0 } ?? true)
    }

    /// The users to alert of what an author logged at an instant: the author and the parents, who
    /// can open it, but no siblings; by id, without duplicates. Members are not alerted of what was
    /// logged before they joined.
    static func users(
        of periods: [AlertPeriod], at instant: Instant, author: UserID
    ) -> [UserID] {
        let told = periods.filter { period in
            period.covers(instant) && (period.role == .parent || period.userID == author)
        }
        return Set(told.map(\.userID)).sorted()
    }

    /// The effect of a member's change on the current period.
    enum Turn: Hashable {
        case stays
        case begins(Instant)
        case ends(Instant)
    }

    /// Determines the effect of a member wanting alerts or not; a removed member wants none.
    /// `lasting` is the start of the current period. If the clock was set back, the period ends
    /// where it began, not before.
    static func turn(lasting: Instant?, wantsAlerts: Bool, at instant: Instant) -> Turn {
        switch (lasting, wantsAlerts) {
        case (nil, true): .begins(instant)
        case (let begins?, false): .ends(max(begins, instant))
        default: .stays
        }
    }
}
