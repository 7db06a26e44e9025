/// Pauses a service before its next commit, so that the snapshots of all services are of one
/// instant. The pause ends by itself.
public enum HoldWrites: Operation {
    public static let definition = OperationDefinition(
        "backup.hold", of: nil, .read, .operators,
        "Wait before the next commit while a backup looks at the file")

    /// The backup, and the longest pause it asks for.
    @JSONObject
    public struct Request: OperationRequest, Hashable {
        public var backupID: BackupID
        /// How long the service pauses unless it is released, in milliseconds, 1 to
        /// `BackupLimit.leaseMillisecondsMax`.
        @Key("lease_ms") public var leaseMilliseconds: Int

        public func validated() throws(ServiceError) -> Request {
            try FieldErrors.check(
                leaseMilliseconds, named: "lease_ms", from: 1,
                to: BackupLimit.leaseMillisecondsMax)
            return self
        }
    }

    /// The reply once the service has paused.
    @JSONObject
    public struct Response {
        /// The service's name.
        public var name: String
    }
}

/// Ends a service's pause, and sets for how long it does not checkpoint its WAL during the copy.
public enum ReleaseWrites: Operation {
    public static let definition = OperationDefinition(
        "backup.release", of: nil, .read, .operators,
        "Go on with commits after a backup has looked at the file")

    /// The hold to end, and the time for the copy.
    @JSONObject
    public struct Request: OperationRequest, Hashable {
        public var backupID: BackupID
        /// How long from now the WAL is not checkpointed, in milliseconds, 0 to
        /// `BackupLimit.copyMillisecondsMax`.
        @Key("copy_ms") public var copyMilliseconds: Int

        public func validated() throws(ServiceError) -> Request {
            try FieldErrors.check(
                copyMilliseconds, named: "copy_ms", to: BackupLimit.copyMillisecondsMax)
            return self
        }
    }

    /// The outcome of the hold.
    @JSONObject
    public struct Response: Hashable {
        /// Whether the pause lasted until this release, instead of ending with its lease.
        public var wasHeld: Bool
        /// The length of the pause in microseconds.
        @Key("held_us") public var heldMicroseconds: Int
    }
}
