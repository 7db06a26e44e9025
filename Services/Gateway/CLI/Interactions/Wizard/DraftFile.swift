import Contracts
import Foundation
import Glibc
import ServiceKit

/// A form that is being filled in, kept for its owner only (0600) after every answer, so that a
/// killed terminal loses nothing. Several terminals may each fill in one: a lock tells whether the
/// process that began a form still lives.
final class DraftFile {
    /// Forms that may be open or kept at once.
    static let slotsMax = 8
    /// Longest file, in bytes: a content of 10,000 characters of 32 bytes, escaped.
    static let fileBytesMax = 4 * 1_024 * 1_024

    /// What a file holds.
    struct Kept: Codable, Equatable {
        var userID: UserID
        var family: FamilyID
        var savedAt: Instant
        var state: AddWizard.State
    }

    private let path: String
    private let lock: Int32
    private let owner: (user: UserID, family: FamilyID)
    private let clock: ProcessClock
    /// What lies on disk; nil for no file.
    private(set) var kept: Kept?

    private init(
        path: String, lock: Int32, owner: (user: UserID, family: FamilyID), clock: ProcessClock
    ) {
        self.path = path
        self.lock = lock
        self.owner = owner
        self.clock = clock
    }

    deinit { close(lock) }

    /// A form of this user and family that nobody has open: one that was kept, if `resumes` asks
    /// for it and there is one, else a new one. Nil when all are taken: then nothing is kept.
    static func open(_ run: CommandRun, resumes: Bool) throws -> DraftFile? {
        let folder = "\(run.home.commandLineFolder)/drafts"
        do {
            try run.signIns.prepare()
            try CompassHome.makePrivateFolder(folder)
        } catch let failure as PrivateFile.Failure {
            throw CommandFailure(
                .internal, "The sign-ins are not safe to use", reason: failure.description)
        }
        let user = try run.signedIn()
        let owner = (user: try user.userID, family: try user.family())
        var free: DraftFile?
        for slot in 1...slotsMax {
            let path = "\(folder)/interaction-\(slot)"
            let descriptor = unsafe Glibc.open(
                path + ".lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { continue }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                close(descriptor)
                continue
            }
            let file = DraftFile(
                path: path + ".json", lock: descriptor, owner: owner, clock: run.clock)
            switch file.load() {
            case .nothing: free = free ?? file
            case .own where resumes: return file
            case .own, .foreign: continue
            }
        }
        return free
    }

    private enum Found {
        case nothing
        case own
        case foreign
    }

    private func load() -> Found {
        guard FileManager.default.fileExists(atPath: path) else { return .nothing }
        guard let bytes = try? PrivateFile.read(path, sizeMax: Self.fileBytesMax),
            var found = try? JSONDecoder().decode(Kept.self, from: Data(bytes)),
            found.userID == owner.user, found.family == owner.family
        else { return .foreign }
        if found.savedAt.advanced(by: SignInStore.pendingKept) < clock.now() {
            // The services have forgotten the keys: they protect from nothing any more.
            found.state.key = nil
            found.state.coachKey = nil
            found.state.isSendUnknown = false
            found.state.isCoachUnknown = false
        }
        kept = found
        return .own
    }

    /// Keeps a state that has something to lose, and forgets one that has not.
    func keep(_ state: AddWizard.State) throws {
        guard state.hasInput else { return forget() }
        guard kept?.state != state else { return }
        let value = Kept(
            userID: owner.user, family: owner.family, savedAt: clock.now(), state: state)
        do {
            try PrivateFile.replace(path, holding: try JSONCoding.encode(value))
        } catch let failure as PrivateFile.Failure {
            guard !failure.isDiskFull else { throw CommandFailure.diskFull(failure) }
            throw CommandFailure(
                .internal, "The input cannot be kept", reason: failure.description)
        }
        kept = value
    }

    /// Drops what is kept: it was logged or thrown away.
    func forget() {
        guard kept != nil else { return }
        unsafe _ = unlink(path)
        kept = nil
    }
}
