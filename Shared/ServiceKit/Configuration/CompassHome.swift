import Base
import Foundation
import Glibc
import Sodium

/// The folder with the whole state of one system (`COMPASS_HOME`), and the paths in it. Two systems
/// run side by side in two homes.
public struct CompassHome: Hashable, Sendable {
    /// The longest path of a socket in the home, in bytes; a longer one moves to a short folder.
    public static let socketPathMax = 100

    /// The folder's absolute path.
    public let path: String

    /// Creates a home at this path; a relative path starts at the working directory.
    public init(path: String) {
        let absolute =
            path.hasPrefix("/")
            ? path : FileManager.default.currentDirectoryPath + "/" + path
        self.path = URL(fileURLWithPath: absolute).standardized.path
    }

    /// The folder of sockets and supervisor files.
    public var runFolder: String { "\(path)/run" }
    public var keysFolder: String { "\(path)/keys" }
    /// The folder of the services' databases and files.
    public var dataFolder: String { "\(path)/data" }
    public var logFolder: String { "\(path)/log" }
    /// The folder of the command line's sign-ins and pending commands.
    public var commandLineFolder: String { "\(path)/cli" }
    public var configurationFile: String { "\(path)/compass.json" }
    /// The file with the address of the pages, which exists while they are served.
    public var webAddressFile: String { "\(runFolder)/web.address" }
    /// The file with the address of health and metrics, which exists while they are served.
    public var metricsAddressFile: String { "\(runFolder)/metrics.address" }
    /// The default folder of backups.
    public var backupFolder: String { "\(path)/backups" }

    /// Returns the path of a service's database.
    public func database(of service: String) -> String {
        "\(dataFolder)/\(service).sqlite"
    }

    /// The file with the names of the home's databases, by which missing files are noticed.
    public var databaseList: String { "\(path)/databases" }

    /// Returns the path of the file that states why a service refuses to record: one line for
    /// people and one for programs. It exists while the service refuses.
    public func refusal(of service: String) -> String { "\(database(of: service)).refused" }

    /// Returns the path of the file with a line for people about the last accepted loss of a
    /// service. A restored backup takes it away with the data; its time is that of the loss.
    public func loss(of service: String) -> String { "\(database(of: service)).loss" }

    /// Returns the path of the file that makes the next start of a service accept its database as
    /// it is, after a restore or an accepted loss. Its followers then read everything again.
    /// `folder` is a data folder that will take the place of the home's.
    public func acceptance(of service: String, in folder: String? = nil) -> String {
        "\(folder ?? dataFolder)/\(service).sqlite.accepted"
    }

    /// Returns the command that accepts a loss of a service's data.
    public func acceptanceCommand(for service: String) -> String {
        SystemCommand.text("accept-loss S=\(service)", in: self)
    }

    /// The broker's socket: in the home, or in a short private folder if its path were too long.
    public var brokerEndpoint: String {
        let path = "\(runFolder)/broker.ipc"
        guard path.utf8.count > CompassHome.socketPathMax else { return "ipc://\(path)" }
        return "ipc://\(shortFolder)/broker.ipc"
    }

    /// A short private folder for sockets, named after a hash of the home's path.
    var shortFolder: String {
        let name = Hexadecimal.text(SHA256Digest(of: Array(path.utf8)).bytes.prefix(8))
        let runtime = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? ""
        let parent = runtime.hasPrefix("/") && runtime.utf8.count <= 40 ? runtime : "/tmp"
        return "\(parent)/compass-\(geteuid())-\(name)"
    }

    /// Creates the missing folders of the home with mode 0700. Throws if a folder belongs to
    /// another user or is accessible to others.
    public func prepare() throws(PrivateFile.Failure) {
        let folders = [path, runFolder, keysFolder, dataFolder, logFolder, commandLineFolder]
        for folder in folders {
            try CompassHome.makePrivateFolder(folder)
        }
        if !brokerEndpoint.hasPrefix("ipc://\(runFolder)") {
            try CompassHome.makePrivateFolder(shortFolder)
        }
    }

    /// Creates a folder with mode 0700, or checks an existing one.
    public static func makePrivateFolder(_ folder: String) throws(PrivateFile.Failure) {
        if unsafe mkdir(folder, 0o700) != 0, errno == ENOENT {
            let parent = URL(fileURLWithPath: folder).deletingLastPathComponent().path
            do {
                try FileManager.default.createDirectory(
                    atPath: parent, withIntermediateDirectories: true)
            } catch {
                throw PrivateFile.Failure(description: "cannot make \(parent): \(error)")
            }
            unsafe mkdir(folder, 0o700)
        }
        var status = stat()
        guard unsafe lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw PrivateFile.Failure(description: "\(folder) is not a folder and cannot be made")
        }
        guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw PrivateFile.Failure(
                description: "others may enter \(folder); run: chmod 700 '\(folder)'")
        }
    }
}
