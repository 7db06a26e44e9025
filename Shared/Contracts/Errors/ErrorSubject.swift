/// What an error concerns, so that programs need not read its message.
public enum ErrorSubject: String, Sendable {
    // A record that was not found.
    case attachment
    case calendar
    case coach
    case event
    case family
    case familyCode = "family_code"
    case hook
    case interaction
    case invitation
    case keptImport = "kept_import"
    case member
    case metric
    case notification
    case operation
    case post
    case profile
    case savedFilter = "saved_filter"
    case school
    case session
    case token
    case upload
    case user

    /// The disk of the service; nothing was written.
    case fullDisk = "full_disk"
    /// An import of a file that was imported before.
    case sameFile = "same_file"
    /// The sign-in needs a code of the account's second factor.
    case secondFactor = "second_factor"
    /// Too many attempts; the message contains the time to wait.
    case tooManyAttempts = "too_many_attempts"
}
