import Storage

extension IdentitySchema {
    /// Whether users want weekly digests. Nobody gets any without asking.
    static let weeklyDigests = wish("weekly digests", "weekly_digest")
}
