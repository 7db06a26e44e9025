import Contracts
import Foundation
import Glibc
import ServiceKit

/// A stored sign-in: a context that `--as` names.
struct SignIn: Codable, Equatable {
    /// The session's token: the secret of this file.
    var token: String
    /// Who is signed in.
    var user: User
    /// The session.
    var sessionID: SessionID
    /// When the session ends.
    var expiresAt: Instant
    /// The family that is in force when `--family` names none.
    var activeFamily: FamilyID?
}

/// A change that was about to be sent, kept so that it can be sent again byte for byte.
struct PendingCommand: Codable, Equatable {
    /// The key it was or will be sent with.
    var key: IdempotencyKey
    /// The operation's name on the wire.
    var operation: String
    /// Who answers it, where several services could.
    var service: ServiceName?
    /// Who sent it.
    var userID: UserID
    /// The family it is about.
    var family: FamilyID?
    /// The request's JSON, exactly as sent.
    var payload: String
    /// When it was stored.
    var storedAt: Instant
    /// The coach to be added before; the coach's id then goes into the request.
    var prior: Prior?

    /// The event that is marked as attended before.
    var attendance: Attendance?

    /// The marking of an event, whose contact is logged next.
    struct Attendance: Codable, Equatable {
        /// The key that it was or will be sent with.
        var key: IdempotencyKey
        /// The event.
        var event: EventID
        /// The request's JSON, exactly as sent.
        var payload: String
    }

    /// A coach who is added together with the interaction.
    struct Prior: Codable, Equatable {
        /// The key that the coach was or will be sent with.
        var key: IdempotencyKey
        /// The request's JSON, exactly as sent.
        var payload: String
    }
}

/// What the CLI keeps under `cli/` of the home: folders 0700, files 0600, refused if wider.
struct SignInStore {
    /// Longest file that is read, in bytes: a request of 1 MiB escaped once more.
    static let fileBytesMax = 4 * 1_024 * 1_024
    /// Longest sign-in or passport file, in bytes.
    static let smallFileBytesMax = 64 * 1_024
    /// Longest name of a context, in characters.
    static let contextNameMax = 64
    /// The size of the file that is given up for a sign-in on a full disk, in bytes: room for a
    /// sign-in and what makes it the one in force.
    static let reserveBytes = 64 * 1_024
    /// How long pending commands are kept, as long as services keep their keys.
    static let pendingKept = Duration.seconds(7 * 86_400)
    /// How often old pending commands are looked for, in seconds.
    static let pruneInterval = 3_600

    private let home: CompassHome
    private var folder: String { home.commandLineFolder }
    private var pendingFolder: String { "\(folder)/pending" }

    init(home: CompassHome) { self.home = home }

    /// Makes the folders that are missing; throws if one may be entered by others.
    func prepare() throws {
        do {
            try CompassHome.makePrivateFolder(home.path)
            try CompassHome.makePrivateFolder(folder)
        } catch { throw Self.unsafe(error) }
    }

    // MARK: Contexts

    /// The context in force when `--as` names none; nil before the first sign-in.
    var currentName: String? {
        guard let bytes = try? PrivateFile.read("\(folder)/current", sizeMax: 256) else {
            return nil
        }
        let name = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
        return Self.isName(name) ? name : nil
    }

    /// Makes a context the one in force.
    func setCurrent(_ name: String) throws {
        try insist(Array((name + "\n").utf8), to: "\(folder)/current")
    }

    /// The names of all stored sign-ins.
    var names: [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.filter { $0.hasPrefix("context-") && $0.hasSuffix(".json") }
            .map { String($0.dropFirst(8).dropLast(5)) }.sorted()
    }

    /// A stored sign-in; nil when there is none of that name.
    func signIn(_ name: String) throws -> SignIn? {
        try decode(SignIn.self, "\(folder)/context-\(name).json", Self.smallFileBytesMax)
    }

    /// Stores a sign-in.
    func save(_ signIn: SignIn, as name: String) throws {
        try insist(try JSONCoding.encode(signIn), to: "\(folder)/context-\(name).json")
    }

    /// Forgets a sign-in and its passport.
    func remove(_ name: String) {
        for file in ["context-\(name).json", "passport-\(name).json"] {
            Self.deleteFile("\(folder)/\(file)")
        }
        if currentName == name { Self.deleteFile("\(folder)/current") }
    }

    /// Whether a text may name a context: letters, digits, `-`, `_`, `.` and `@`, not first a dot.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.count <= contextNameMax && text.first != "."
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII
                    && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                        || "-_.@".unicodeScalars.contains(scalar))
            }
    }

    // MARK: Passports

    /// The stored passport of a context, with who it speaks for.
    func passport(_ name: String) -> IssuePassport.Response? {
        try? decode(
            IssuePassport.Response.self, "\(folder)/passport-\(name).json", Self.smallFileBytesMax)
    }

    /// Stores a passport. On a full disk it is not kept: the next command fetches another one.
    func save(_ passport: IssuePassport.Response, as name: String) throws {
        do {
            try write(try JSONCoding.encode(passport), to: "\(folder)/passport-\(name).json")
            keepReserve()
        } catch let failure as CommandFailure where Self.isOfFullDisk(failure) {
            removePassport(name)
        }
    }

    /// Forgets a passport, so that the next command fetches one.
    func removePassport(_ name: String) { Self.deleteFile("\(folder)/passport-\(name).json") }

    // MARK: Pending commands

    /// Stores a command before it is sent, and drops those that are too old to be of use.
    func store(_ command: PendingCommand) throws {
        try prepare()
        do {
            try CompassHome.makePrivateFolder(pendingFolder)
        } catch { throw Self.unsafe(error) }
        try prune(now: command.storedAt)
        try write(try JSONCoding.encode(command), to: path(command.key))
    }

    /// A stored command; nil when its key is not known here.
    func pending(_ key: IdempotencyKey) throws -> PendingCommand? {
        try decode(PendingCommand.self, path(key), Self.fileBytesMax)
    }

    /// Drops a command that was refused: nothing of it is left to repeat.
    func forget(_ key: IdempotencyKey) { Self.deleteFile(path(key)) }

    /// Marks a stored command as begun and not ended, so that the next run for its event finds it.
    func markUnfinished(_ key: IdempotencyKey, of event: EventID) throws {
        try write(Array(key.text.utf8), to: unfinishedPath(event))
    }

    /// The key of what was begun for an event and not ended.
    func unfinishedKey(of event: EventID) -> IdempotencyKey? {
        guard let bytes = try? PrivateFile.read(unfinishedPath(event), sizeMax: 64) else {
            return nil
        }
        return IdempotencyKey(text: String(decoding: bytes, as: UTF8.self))
    }

    /// Forgets that something was begun for an event: it has ended.
    func markFinished(_ event: EventID) { Self.deleteFile(unfinishedPath(event)) }

    /// The end of the name lets old ones go with the commands.
    private func unfinishedPath(_ event: EventID) -> String {
        "\(pendingFolder)/event-\(event.text).unfinished.json"
    }

    private func path(_ key: IdempotencyKey) -> String { "\(pendingFolder)/\(key.text).json" }

    /// Drops what is too old; a marker's time says when that was last done, so that a thousand
    /// commands in a row do not each look at a thousand files. What goes was too old at that time
    /// already: a clock that is ahead for a moment drops nothing.
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

    /// When a file was written, in seconds since 1970; nil when there is none.
    private static func modified(_ path: String) -> Int64? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        return Int64(status.st_mtim.tv_sec)
    }

    // MARK: Files

    /// A file that is gone already needs no deleting.
    private static func deleteFile(_ path: String) { unsafe _ = Glibc.unlink(path) }

    private func write(_ bytes: [UInt8], to path: String) throws {
        try prepare()
        do {
            try PrivateFile.replace(path, holding: bytes)
        } catch { throw Self.unsafe(error) }
    }

    /// Writes what must go on on a full disk: once there is no room, the reserve is given up.
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

    /// Makes the reserve if it is missing; a disk without room for it has none.
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
        // A folder that others may enter is refused before anything in it is believed.
        try prepare()
        do {
            let bytes = try PrivateFile.read(path, sizeMax: min(sizeMax, Int(status.st_size) + 1))
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch let failure as PrivateFile.Failure {
            throw Self.unsafe(failure)
        } catch {
            throw CommandFailure(
                .internal, "\(path) cannot be read", reason: "It is not what this program wrote.",
                remedy: "Remove the file and sign in again: compass login")
        }
    }

    private static func unsafe(_ failure: PrivateFile.Failure) -> CommandFailure {
        guard !failure.isDiskFull else { return .diskFull(failure) }
        return CommandFailure(
            .internal, "The sign-ins are not safe to use", reason: failure.description)
    }
}
