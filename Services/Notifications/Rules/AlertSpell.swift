import Contracts

/// A time during which a member of a family was to be told of inbound interactions: a member, and
/// with alerts on. The beginning is part of it, the end is not.
struct AlertSpell: Hashable {
    let userID: UserID
    /// The member's role in that time.
    let role: Role
    let begins: Instant
    /// `nil` for a spell that lasts.
    let ends: Instant?

    /// Whether an instant lies in it.
    func covers(_ instant: Instant) -> Bool {
        begins <= instant && (ends.map { instant < $0 } ?? true)
    }

    /// Whom these spells say to alert of what an author logged at an instant: the author and the
    /// parents, who can open it, and no sibling (S34); each once, in the order of their ids. What
    /// was logged before a member joined is nothing to alert them of.
    static func users(
        of spells: [AlertSpell], at instant: Instant, author: UserID
    ) -> [UserID] {
        let told = spells.filter { spell in
            spell.covers(instant) && (spell.role == .parent || spell.userID == author)
        }
        return Set(told.map(\.userID)).sorted()
    }

    /// What a change of a member does to the spell that lasts.
    enum Turn: Hashable {
        /// Nothing.
        case stays
        /// One begins.
        case begins(Instant)
        /// The one that lasts ends.
        case ends(Instant)
    }

    /// What follows when a member wants alerts, or wants none (any more, or as nobody's member).
    /// `lasting` is where the present spell began. A clock that was set back ends a spell where it
    /// began, and not before.
    static func turn(lasting: Instant?, wantsAlerts: Bool, at instant: Instant) -> Turn {
        switch (lasting, wantsAlerts) {
        case (nil, true): .begins(instant)
        case (let begins?, false): .ends(max(begins, instant))
        default: .stays
        }
    }
}
