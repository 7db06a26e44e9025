/// The headings and texts of notifications about a user's own account.
public enum AccountText {
    /// A heading and a text.
    public typealias Text = (title: String, message: String)

    private static let unlessYou =
        "If this was not you, change your password and look at where you are signed in."

    /// The password was replaced with this credential.
    public static func passwordChanged(_ means: IdentityFeed.PasswordMeans) -> Text {
        let how =
            switch means {
            case .password: "with the old one"
            case .recoveryCode: "with a recovery code"
            case .familyCode: "with a code that another member made"
            case .operatorCode: "with a code from whoever runs this installation"
            }
        return (
            "Your password was changed \(how)",
            "All other devices were signed out. If this was not you, get back in with a recovery "
                + "code, or ask another member or whoever runs this installation for a code."
        )
    }

    /// An access token of this name was created.
    public static func tokenAdded(_ name: String) -> Text {
        ("The access token “\(name)” was created", unlessYou)
    }

    /// A code with which the user's password can be replaced. Without a name, the operator made it.
    public static func resetCodeMade(by name: String?) -> Text {
        (
            "\(name ?? "Whoever runs this installation") made a code for your password",
            "Whoever has the code can choose a new password for you within 15 minutes. If you did "
                + "not ask for it, speak with them."
        )
    }

    /// The text about a change that needs no details, by its type; nil for others.
    public static func ownChange(_ type: String) -> Text? {
        let title: String? =
            switch type {
            case IdentityFeed.secondFactorAdded: "Your second factor is on"
            case IdentityFeed.secondFactorRemoved: "Your second factor is off"
            case IdentityFeed.recoveryCodesRenewed:
                "You have new recovery codes; the old ones have ended"
            case IdentityFeed.calendarLinkMade: "A link to your calendar was made"
            default: nil
            }
        return title.map { ($0, unlessYou) }
    }
}

/// The headings and texts of notifications about who belongs to a family, and where its records go.
public enum MembersText {
    /// Somebody joined.
    public static func joined(_ member: IdentityFeed.MemberPayload) -> AccountText.Text {
        (
            "\(member.fullName) joined your family as a \(member.role.rawValue)",
            "If you do not know who this is, remove them: that also replaces the codes."
        )
    }

    /// Somebody left, or was removed by another member.
    public static func left(
        _ member: IdentityFeed.MemberPayload, isRemoved: Bool
    ) -> AccountText.Text {
        (
            "\(member.fullName) \(isRemoved ? "was removed from" : "left") your family",
            isRemoved
                ? "The family’s codes were replaced. History has who did it."
                : "What they recorded stays."
        )
    }

    /// A player of this name has changes sent to an address; without a name, it is unknown.
    public static func hookAdded(_ address: String, by name: String?) -> AccountText.Text {
        (
            "\(name ?? "A player") has changes sent to \(address)",
            "Each change that they may see is sent there until they remove the change hook."
        )
    }
}
