import Contracts
import Foundation
import Glibc
import ServiceKit

/// A form being filled in, saved for its owner only (0600) after every answer, so that a killed
/// terminal loses nothing. Several terminals may each fill in one: a lock shows whether the process
/// that opened a form is still alive.
final class DraftFile {
    /// The most forms open or kept at the same time.
    static let slotsMax = 8
    /// The largest file, in bytes: a content of 10,000 characters of 32 bytes, escaped.
    static let fileBytesMax = 4 * 1_024 * 1_024

    /// The content of a file.
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
    /// The content on disk; nil if there is no file.
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

    /// Opens a form of this user and family that no other process has open: a kept one if `resumes`
    /// is true and there is one, otherwise a new one. Returns nil if all are taken; the form is
    /// then not saved.
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
            // The services have forgotten the keys by now.
            found.state.key = nil
            found.state.coachKey = nil
            found.state.isSendUnknown = false
            found.state.isCoachUnknown = false
        }
        kept = found
        return .own
    }

    /// Saves a state with input; deletes the file of a state without.
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
                .internal, "The input cannot be saved", reason: failure.description)
        }
        kept = value
    }

    /// Deletes the file after the form was logged or discarded.
    func forget() {
        guard kept != nil else { return }
        unsafe _ = unlink(path)
        kept = nil
    }
}
