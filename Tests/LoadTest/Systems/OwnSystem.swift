import Foundation
import Glibc
import ServiceKit

/// A broker and services in a new home, started for one load test and removed after it.
final class OwnSystem {
    /// How long a program may take to become ready.
    static let startLimit = Duration.seconds(15)

    let home: CompassHome
    /// The running programs, by their names in `services.tsv`.
    private(set) var processes: [(name: String, process: Process)] = []

    /// Starts all programs of `services.tsv`, from the folder of this program, in a new home.
    init(home path: String) throws {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw LoadTestFailure(.usage, "\(path) exists: a load test starts with an empty home")
        }
        home = CompassHome(path: path)
        Interruption.removes(home: path)
        try home.prepare()
        for program in try OwnSystem.programs() {
            try start(program.name, program.executable)
        }
    }

    deinit { stop() }

    /// Ends all programs in reverse order of their start and waits for them.
    func stop() {
        for (_, process) in processes.reversed() {
            process.terminate()
            process.waitUntilExit()
        }
        processes.removeAll()
    }

    func processID(of name: String) -> Int32? {
        processes.first { $0.name == name }?.process.processIdentifier
    }

    private func start(_ name: String, _ executable: String) throws {
        let log = "\(home.logFolder)/\(name).log"
        _ = FileManager.default.createFile(
            atPath: log, contents: nil, attributes: [.posixPermissions: 0o600])
        let output = FileHandle(forWritingAtPath: log)
        let process = Process()
        // The programs must end if this one is killed.
        let guardian = "/usr/bin/setpriv"
        if FileManager.default.isExecutableFile(atPath: guardian) {
            process.executableURL = URL(fileURLWithPath: guardian)
            process.arguments = ["--pdeathsig", "KILL", executable]
        } else {
            process.executableURL = URL(fileURLWithPath: executable)
        }
        var environment = ProcessInfo.processInfo.environment.filter {
            !$0.key.hasPrefix("COMPASS_") || $0.key == "COMPASS_TEST_HOOKS"
        }
        environment["COMPASS_HOME"] = home.path
        // Another system may serve its pages on the usual port.
        environment["COMPASS_WEB_PORT"] = "0"
        environment["COMPASS_METRICS_PORT"] = "0"
        process.environment = environment
        process.standardOutput = output
        process.standardError = output
        do {
            try Interruption.starting(process)
        } catch {
            throw LoadTestFailure(.usage, "\(executable) does not start: \(error)")
        }
        processes.append((name, process))
        let limit = ContinuousClock.now + OwnSystem.startLimit
        // The log shows that a program is ready. Until the broker runs there is no other sign.
        while ContinuousClock.now < limit, process.isRunning {
            let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            if text.contains("\"message\":\"ready\"") { return }
            // A file can only be polled.
            usleep(2_000)
        }
        let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        throw LoadTestFailure(
            .other, "\(name) did not become ready. Its log:\n\(text.suffix(2_000))")
    }

    private static func programs() throws -> [(name: String, executable: String)] {
        let table = Checkout.file("deploy/services.tsv")
        guard let text = try? String(contentsOfFile: table, encoding: .utf8) else {
            throw LoadTestFailure(.usage, "\(table) is missing; use --home for a running system")
        }
        let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().path
        return try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard cells.count >= 2 else {
                throw LoadTestFailure(.usage, "\(table): a row needs name and program")
            }
            return (String(cells[0]), "\(folder)/\(cells[1])")
        }
    }
}
