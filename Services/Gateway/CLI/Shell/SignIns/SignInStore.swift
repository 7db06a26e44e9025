import Contracts
import Foundation
import Glibc
import ServiceKit

/// A stored sign-in, which `--as` names. Every command reads it.
@JSONObject
struct SignIn: Codable, JSONReadable, Equatable {
    /// The session's token, which is secret.
    var token: String
    var user: User
    @Key("sessionID") var sessionID: SessionID
    @Key("expiresAt") var expiresAt: Instant
    /// The family used if `--family` is not given.
    @Key("activeFamily") var activeFamily: FamilyID?
    /// When the person left the last family that they were told of (N-139); nil for none.
    @Key("toldOfLeaving") var toldOfLeaving: Instant?
}

/// A change about to be sent, stored so that it can be sent again byte for byte.
struct PendingCommand: Codable, Equatable {
    /// The key of the request.
    var key: IdempotencyKey
    /// The operation's name on the wire.
    var operation: String
    /// The service, if several serve the operation.
    var service: ServiceName?
    /// The user who sends it.
    var userID: UserID
    var family: FamilyID?
    /// The request's JSON, exactly as sent.
    var payload: String
    var storedAt: Instant
    /// A coach to add first, whose id is then put into the request.
    var prior: Prior?

    /// The attendance of an event to mark first.
    var attendance: Attendance?

    /// The attendance of an event whose contact is logged next.
    struct Attendance: Codable, Equatable {
        var key: IdempotencyKey
        var event: EventID
        /// The request's JSON, exactly as sent.
        var payload: String
    }

    /// A coach who is added together with the interaction.
    struct Prior: Codable, Equatable {
        var key: IdempotencyKey
        /// The request's JSON, exactly as sent.
        var payload: String
    }
}

/// The CLI's files in `cli/` of the home: folders 0700, files 0600; wider permissions are an error.
struct SignInStore {
    /// The largest file, in bytes: a request of 1 MiB, escaped once more.
    static let fileBytesMax = 4 * 1_024 * 1_024
    /// The largest sign-in or passport file, in bytes.
    static let smallFileBytesMax = 64 * 1_024
    /// The longest name of a sign-in, in characters.
    static let contextNameMax = 64
    /// The size in bytes of a file that is deleted to make room for a sign-in on a full disk.
    static let reserveBytes = 64 * 1_024
    /// How long pending commands are kept: as long as services keep their keys.
    static let pendingKept = Duration.seconds(7 * 86_400)
    /// The time between two searches for old pending commands, in seconds.
    static let pruneInterval = 3_600

    private let home: CompassHome
    private var folder: String { home.commandLineFolder }
    private var pendingFolder: String { "\(folder)/pending" }

    init(home: CompassHome) { self.home = home }

    /// Creates missing folders; throws if other users can access one.
    func prepare() throws {
        do {
            try CompassHome.makePrivateFolder(home.path)
            try CompassHome.makePrivateFolder(folder)
        } catch { throw Self.unsafe(error) }
    }

    // MARK: Contexts

    /// The sign-in used if `--as` is not given; nil before the first one.
    var currentName: String? { name(in: "current") }

    /// Makes a sign-in the current one.
    func setCurrent(_ name: String) throws {
        try insist(Array((name + "\n").utf8), to: "\(folder)/current")
    }

    /// The sign-in that the last command of a person used; nil before the first one.
    var lastUsedName: String? { name(in: "last-used") }

    /// Remembers the sign-in that a command uses. On a full disk it stays unknown.
    func setLastUsed(_ name: String) {
        try? write(Array((name + "\n").utf8), to: "\(folder)/last-used")
    }

    private func name(in file: String) -> String? {
        guard let bytes = try? PrivateFile.read("\(folder)/\(file)", sizeMax: 256) else {
            return nil
        }
        let name = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
        return Self.isName(name) ? name : nil
    }

    /// The names of all stored sign-ins.
    var names: [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.filter { $0.hasPrefix("context-") && $0.hasSuffix(".json") }
            .map { String($0.dropFirst(8).dropLast(5)) }.sorted()
    }

    /// A stored sign-in; nil if there is none of this name.
    func signIn(_ name: String) throws -> SignIn? {
        try decode(SignIn.self, "\(folder)/context-\(name).json", Self.smallFileBytesMax)
    }

    /// Stores a sign-in.
    func save(_ signIn: SignIn, as name: String) throws {
        try insist(try JSONCoding.encode(signIn), to: "\(folder)/context-\(name).json")
    }

    /// Removes a sign-in and its passport.
    func remove(_ name: String) {
        for file in ["context-\(name).json", "passport-\(name).json"] {
            Self.deleteFile("\(folder)/\(file)")
        }
        if currentName == name { Self.deleteFile("\(folder)/current") }
    }

    /// Whether a text is a valid name: letters, digits, `-`, `_`, `.` and `@`, without a leading
    /// dot.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.count <= contextNameMax && text.first != "."
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII
                    && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                        || "-_.@".unicodeScalars.contains(scalar))
            }
    }

    // MARK: Passports

    /// The stored passport of a sign-in, with its user and families.
    func passport(_ name: String) -> IssuePassport.Response? {
        try? decode(
            IssuePassport.Response.self, "\(folder)/passport-\(name).json", Self.smallFileBytesMax)
    }

    /// Stores a passport. On a full disk it is not stored, and the next command fetches another
    /// one.
    func save(_ passport: IssuePassport.Response, as name: String) throws {
        do {
            try write(try JSONCoding.encode(passport), to: "\(folder)/passport-\(name).json")
            keepReserve()
        } catch let failure as CommandFailure where Self.isOfFullDisk(failure) {
            removePassport(name)
        }
    }

    /// Removes a passport, so that the next command fetches one.
    func removePassport(_ name: String) { Self.deleteFile("\(folder)/passport-\(name).json") }

    // MARK: Pending commands

    /// Stores a command before it is sent, and deletes commands too old to be repeated.
    func store(_ command: PendingCommand) throws {
        try prepare()
        do {
            try CompassHome.makePrivateFolder(pendingFolder)
        } catch { throw Self.unsafe(error) }
        try prune(now: command.storedAt)
        try write(try JSONCoding.encode(command), to: path(command.key))
    }

    /// A stored command; nil if its key is unknown here.
    func pending(_ key: IdempotencyKey) throws -> PendingCommand? {
        try decode(PendingCommand.self, path(key), Self.fileBytesMax)
    }

    /// Removes a command that cannot be repeated.
    func forget(_ key: IdempotencyKey) { Self.deleteFile(path(key)) }

    /// Marks a stored command as unfinished, so that the next run for its event finds it.
    func markUnfinished(_ key: IdempotencyKey, of event: EventID) throws {
        try write(Array(key.text.utf8), to: unfinishedPath(event))
    }

    /// The key of the unfinished command for an event.
    func unfinishedKey(of event: EventID) -> IdempotencyKey? {
        guard let bytes = try? PrivateFile.read(unfinishedPath(event), sizeMax: 64) else {
            return nil
        }
        return IdempotencyKey(text: String(decoding: bytes, as: UTF8.self))
    }

    /// Removes the unfinished mark of an event.
    func markFinished(_ event: EventID) { Self.deleteFile(unfinishedPath(event)) }

    /// The file extension makes `prune` delete old marks too.
    private func unfinishedPath(_ event: EventID) -> String {
        "\(pendingFolder)/event-\(event.text).unfinished.json"
    }

    private func path(_ key: IdempotencyKey) -> String { "\(pendingFolder)/\(key.text).json" }

    /// Deletes old files. A marker file's time limits this to once an hour, so that a thousand
    /// commands in a row do not each check a thousand files. Files must have been too old at the
    /// previous time too: a clock that is briefly ahead deletes nothing.
    private func prune(now: Instant) throws {
        let marker = "\(pendingFolder)/pruned"
        let seconds = now.milliseconds / 1_000
        if let last = Self.modified(marker), abs(seconds - last) < Self.pruneInterval { return }
        let kept = Self.pendingKept.components.seconds
        let oldest = min(seconds, Self.modified(marker) ?? 0) - kept
        let files = (try? FileManager.default.contentsOfDirectory(atPath: pendingFolder)) ?? []
        for file in files where file.hasSuffix(".json") {
            let path = "\(pendingFolder)/\(file)"
            if let stored = Self.modified(path), stored < oldest { Self.deleteFile(path) }
        }
        try write([], to: marker)
    }

    /// The time of a file's last change, in seconds since 1970; nil if it does not exist.
    private static func modified(_ path: String) -> Int64? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        return Int64(status.st_mtim.tv_sec)
    }

    // MARK: Files

    /// Deletes a file, if it exists.
    private static func deleteFile(_ path: String) { unsafe _ = Glibc.unlink(path) }

    private func write(_ bytes: [UInt8], to path: String) throws {
        try prepare()
        do {
            try PrivateFile.replace(path, holding: bytes)
        } catch { throw Self.unsafe(error) }
    }

    /// Writes a file that is needed even on a full disk: if there is no room, the reserve is
    /// deleted.
    private func insist(_ bytes: [UInt8], to path: String) throws {
        do {
            try write(bytes, to: path)
        } catch let failure as CommandFailure where Self.isOfFullDisk(failure) {
            guard unsafe Glibc.unlink(reservePath) == 0 else { throw failure }
            return try write(bytes, to: path)
        }
        keepReserve()
    }

    private static func isOfFullDisk(_ failure: CommandFailure) -> Bool {
        failure.code == ErrorCode.unavailable.rawValue
    }

    private var reservePath: String { "\(folder)/reserve" }

    /// Creates the reserve if it is missing and the disk has room.
    private func keepReserve() {
        var status = stat()
        guard unsafe lstat(reservePath, &status) != 0 else { return }
        try? PrivateFile.create(
            reservePath, holding: [UInt8](repeating: 0, count: Self.reserveBytes))
    }

    private func decode<Value: Decodable>(
        _ type: Value.Type, _ path: String, _ sizeMax: Int
    ) throws -> Value? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        // Files in a folder accessible to other users are not trusted.
        try prepare()
        do {
            let bytes = try PrivateFile.read(path, sizeMax: min(sizeMax, Int(status.st_size) + 1))
            return try JSONCoding.decodeResponse(type, from: bytes)
        } catch let failure as PrivateFile.Failure {
            throw Self.unsafe(failure)
        } catch {
            throw CommandFailure(
                .internal, "\(path) cannot be read", reason: "This program did not write it.",
                remedy: "Remove the file and sign in again: compass login")
        }
    }

    private static func unsafe(_ failure: PrivateFile.Failure) -> CommandFailure {
        guard !failure.isDiskFull else { return .diskFull(failure) }
        return CommandFailure(
            .internal, "The sign-ins are not safe to use", reason: failure.description)
    }
}
