/// Has a service wait before its next commit, so that copies of all services are of one instant.
/// The wait ends by itself.
public enum HoldWrites: Operation {
    public static let name = "backup.hold"
    public static let service: ServiceName? = nil
    public static let isReadOnly = true
    public static let access = Access.operators
    public static let summary = "Wait before the next commit while a backup looks at the file"

    /// Who holds, and how long at most.
    @JSONObject
    public struct Request: OperationRequest, Hashable {
        /// The backup.
        public var backupID: BackupID
        /// How long the service waits unless it is released, in milliseconds, 1 to
        /// `BackupLimit.leaseMillisecondsMax`.
        @Key("lease_ms") public var leaseMilliseconds: Int

        public func validated() throws(ServiceError) -> Request {
            var errors = FieldErrors()
            if !(1...BackupLimit.leaseMillisecondsMax).contains(leaseMilliseconds) {
                errors.refuse(
                    "lease_ms",
                    "Expected a whole number from 1 to \(BackupLimit.leaseMillisecondsMax)")
            }
            try errors.throwIfAny()
            return self
        }
    }

    /// The service waits.
    @JSONObject
    public struct Response: Codable, Sendable {
        /// The service's name.
        public var name: String
    }
}

/// Ends the wait of a service, and says how long its log is still left alone for the copy.
public enum ReleaseWrites: Operation {
    public static let name = "backup.release"
    public static let service: ServiceName? = nil
    public static let isReadOnly = true
    public static let access = Access.operators
    public static let summary = "Go on with commits after a backup has looked at the file"

    /// Which hold ends.
    @JSONObject
    public struct Request: OperationRequest, Hashable {
        /// The backup.
        public var backupID: BackupID
        /// How long the log is left alone from now on, in milliseconds, 0 to
        /// `BackupLimit.copyMillisecondsMax`.
        @Key("copy_ms") public var copyMilliseconds: Int

        public func validated() throws(ServiceError) -> Request {
            var errors = FieldErrors()
            if !(0...BackupLimit.copyMillisecondsMax).contains(copyMilliseconds) {
                errors.refuse(
                    "copy_ms",
                    "Expected a whole number from 0 to \(BackupLimit.copyMillisecondsMax)")
            }
            try errors.throwIfAny()
            return self
        }
    }

    /// What became of the hold.
    @JSONObject
    public struct Response: Codable, Hashable, Sendable {
        /// Whether the service waited without a break until this release.
        public var wasHeld: Bool
        /// How long it waited, in microseconds.
        @Key("held_us") public var heldMicroseconds: Int
    }
}
