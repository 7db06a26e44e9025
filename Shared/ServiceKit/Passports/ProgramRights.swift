public import Contracts

/// What a program may do that acts for a person who did not sign in.
public enum ProgramRights: Hashable, Sendable, CaseIterable {
    /// Reading, with an access token.
    case read
    /// Reading and changing records, with an access token.
    case write
    /// Reading what the calendar shows, with a calendar link.
    case calendar
    /// Reading what a digest is made of, for the service that makes it.
    case digest

    /// The rights of an access token.
    public init(_ rights: TokenRights) {
        self =
            switch rights {
            case .read: .read
            case .write: .write
            }
    }
}
