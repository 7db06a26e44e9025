import CommandKit
import Contracts
import ServiceKit
import Sodium

/// Carries out a `BackupOrder`.
struct BackupDispatch {
    let environment: [String: String]

    /// Carries out the order and returns its report as JSON.
    ///
    /// - Throws: `BackupRefusal`.
    func report(on order: BackupOrder) throws -> [UInt8] {
        let clock: ProcessClock
        do {
            clock = try ServiceEnvironment.clock(
                fixedBy: environment["COMPASS_NOW"], order.endpoint)
        } catch { throw BackupRefusal(.validationFailed, error.description) }
        let home = CompassHome(path: order.home)
        let passphrase = order.passphrase.map { SecretBytes(Array($0.utf8)) }
        switch order.work {
        case .create:
            return try JSONCoding.encode(
                try Creation(
                    home: home, endpoint: order.endpoint, clock: clock, passphrase: passphrase,
                    keyCost: keyCost, to: order.path, keep: order.keep
                ).run())
        case .list:
            return try JSONCoding.encode(try folder(of: order, home).list())
        case .verify:
            return try JSONCoding.encode(
                try Verification(path: try path(of: order), passphrase: passphrase)
                    .run(workingIn: WorkFolder.parent(of: home, environment)))
        case .restore:
            return try JSONCoding.encode(
                try Restoration(
                    path: try path(of: order), home: home, clock: clock, passphrase: passphrase
                ).run())
        }
    }

    /// Returns the folder to list. The home's own may not have been made yet; a named one must be
    /// there.
    private func folder(of order: BackupOrder, _ home: CompassHome) throws -> BackupFolder {
        guard let path = order.path else { return BackupFolder(home.backupFolder) }
        guard RawFile.exists(path) else {
            throw BackupRefusal(
                .notFound, "The folder \(QuotedText.path(path)) is not there",
                remedy: "Name a folder of backups with --in, or none for those of the home.")
        }
        return BackupFolder(path)
    }

    private func path(of order: BackupOrder) throws -> String {
        guard let path = order.path else {
            throw BackupRefusal(.validationFailed, "Name a backup")
        }
        return path
    }

    /// The cost of deriving a key. In debug builds, tests may ask for a cheap one.
    private var keyCost: PasswordHash.Cost {
        #if DEBUG
            if environment["COMPASS_TEST_HOOKS"]?.contains("cheap-passwords") == true {
                return .unsafeForTests
            }
        #endif
        return PassphraseKey.costOfNewFiles
    }
}

extension CompassHome {
    /// The lock file of `HomeLock`.
    var backupLock: String { "\(path)/backup.lock" }
}
