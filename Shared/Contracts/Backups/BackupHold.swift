/// Has a service wait before its next commit, so that copies of all services are of one instant.
/// The wait ends by itself.
public enum HoldWrites: Operation {
    public static let name = "backup.hold"
    public static let service: ServiceName? = nil
    public static let isReadOnly = true
    public static let access = Access.operators
    public static let summary = "Wait before the next commit while a backup looks at the file"

    /// Who holds, and how long at most.
    public struct Request: OperationRequest, Hashable {
        /// The backup.
        public var backupID: BackupID
        /// How long the service waits unless it is released, in milliseconds, 1 to
        /// `BackupLimit.leaseMillisecondsMax`.
        public var leaseMilliseconds: Int

        enum CodingKeys: String, CodingKey, CaseIterable {
            case backupID = "backup_id"
            case leaseMilliseconds = "lease_ms"
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The request with these parts.
        public init(backupID: BackupID, leaseMilliseconds: Int) {
            self.backupID = backupID
            self.leaseMilliseconds = leaseMilliseconds
        }

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
    public struct Response: Codable, Sendable {
        /// The service's name.
        public var name: String

        /// The answer of this service.
        public init(name: String) { self.name = name }
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
    public struct Request: OperationRequest, Hashable {
        /// The backup.
        public var backupID: BackupID
        /// How long the log is left alone from now on, in milliseconds, 0 to
        /// `BackupLimit.copyMillisecondsMax`.
        public var copyMilliseconds: Int

        enum CodingKeys: String, CodingKey, CaseIterable {
            case backupID = "backup_id"
            case copyMilliseconds = "copy_ms"
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The request with these parts.
        public init(backupID: BackupID, copyMilliseconds: Int) {
            self.backupID = backupID
            self.copyMilliseconds = copyMilliseconds
        }

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
    public struct Response: Codable, Hashable, Sendable {
        /// Whether the service waited without a break until this release.
        public var wasHeld: Bool
        /// How long it waited, in microseconds.
        public var heldMicroseconds: Int

        enum CodingKeys: String, CodingKey {
            case wasHeld = "was_held"
            case heldMicroseconds = "held_us"
        }

        /// The answer with these parts.
        public init(wasHeld: Bool, heldMicroseconds: Int) {
            self.wasHeld = wasHeld
            self.heldMicroseconds = heldMicroseconds
        }
    }
}
