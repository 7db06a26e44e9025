import Foundation
import Glibc
import Sodium

/// The folder that holds the whole state of one system (`COMPASS_HOME`), and where things lie in
/// it. Two systems run side by side in two homes.
public struct CompassHome: Hashable, Sendable {
    /// A socket's path may have this many bytes; a longer one moves to a short folder.
    public static let socketPathMax = 100

    /// The folder's absolute path.
    public let path: String

    /// The home at this path; a relative one starts at the present folder.
    public init(path: String) {
        let absolute =
            path.hasPrefix("/")
            ? path : FileManager.default.currentDirectoryPath + "/" + path
        self.path = URL(fileURLWithPath: absolute).standardized.path
    }

    /// Sockets and what the supervisor needs.
    public var runFolder: String { "\(path)/run" }
    /// The system's keys.
    public var keysFolder: String { "\(path)/keys" }
    /// The services' databases and files.
    public var dataFolder: String { "\(path)/data" }
    /// The services' logs.
    public var logFolder: String { "\(path)/log" }
    /// The command line's sign-ins and pending commands.
    public var commandLineFolder: String { "\(path)/cli" }
    /// The configuration file.
    public var configurationFile: String { "\(path)/compass.json" }

    /// The database of a service.
    public func database(of service: String) -> String {
        "\(dataFolder)/\(service).sqlite"
    }

    /// The names of the home's databases: whoever is listed is missed when its files are gone.
    public var databaseList: String { "\(path)/databases" }

    /// Why a service records nothing, as long as that is so: a line for people, and one for
    /// programs.
    public func refusal(of service: String) -> String { "\(database(of: service)).refused" }

    /// An empty file with which the next start of a service takes its database as it is, and all
    /// who follow it read it anew: after a restore, or when a loss is accepted.
    /// Also in another folder that will take the place of the home's data.
    public func acceptance(of service: String, in folder: String? = nil) -> String {
        "\(folder ?? dataFolder)/\(service).sqlite.accepted"
    }

    /// What to type to accept a loss of a service's data.
    public func acceptanceCommand(for service: String) -> String {
        let quoted = path.split(separator: "'", omittingEmptySubsequences: false)
        return "make accept-loss S=\(service) COMPASS_HOME='\(quoted.joined(separator: "'\\''"))'"
    }

    /// The broker's socket: in the home, or in a short private folder if its path were too long.
    public var brokerEndpoint: String {
        let path = "\(runFolder)/broker.ipc"
        guard path.utf8.count > CompassHome.socketPathMax else { return "ipc://\(path)" }
        return "ipc://\(shortFolder)/broker.ipc"
    }

    /// A short private folder of this home, for sockets. Its name comes from the home's path.
    var shortFolder: String {
        let digest = SHA256Digest(of: Array(path.utf8)).bytes.prefix(8)
        let name = digest.map { byte in
            let text = String(byte, radix: 16)
            return byte < 16 ? "0" + text : text
        }.joined()
        let runtime = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? ""
        let parent = runtime.hasPrefix("/") && runtime.utf8.count <= 40 ? runtime : "/tmp"
        return "\(parent)/compass-\(geteuid())-\(name)"
    }

    /// Makes what is missing of the home, each folder with mode 0700. Throws if a folder belongs
    /// to another user or others may enter it.
    public func prepare() throws(PrivateFile.Failure) {
        let folders = [path, runFolder, keysFolder, dataFolder, logFolder, commandLineFolder]
        for folder in folders {
            try CompassHome.makePrivateFolder(folder)
        }
        if !brokerEndpoint.hasPrefix("ipc://\(runFolder)") {
            try CompassHome.makePrivateFolder(shortFolder)
        }
    }

    /// Makes a folder with mode 0700, or checks the one that is there.
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
