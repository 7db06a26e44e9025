import Foundation
import Glibc
import ServiceKit

/// A broker and services in a home of their own, started for one load test and gone after it.
final class OwnSystem {
    /// How long a program may take until it answers.
    static let startLimit = Duration.seconds(15)

    /// The home.
    let home: CompassHome
    /// The programs that run, by their names in `services.tsv`.
    private(set) var processes: [(name: String, process: Process)] = []

    /// Starts all programs of `services.tsv` from the folder of this one, in a new home.
    init(home path: String) throws {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw LoadTestFailure(.usage, "\(path) exists: a load test starts with an empty home")
        }
        home = CompassHome(path: path)
        try home.prepare()
        for program in try OwnSystem.programs() {
            try start(program.name, program.executable)
        }
    }

    deinit { stop() }

    /// Ends all programs, the last started first, and waits for them.
    func stop() {
        for (_, process) in processes.reversed() {
            process.terminate()
            process.waitUntilExit()
        }
        processes.removeAll()
    }

    /// The process of a program.
    func processID(of name: String) -> Int32? {
        processes.first { $0.name == name }?.process.processIdentifier
    }

    private func start(_ name: String, _ executable: String) throws {
        let log = "\(home.logFolder)/\(name).log"
        _ = FileManager.default.createFile(
            atPath: log, contents: nil, attributes: [.posixPermissions: 0o600])
        let output = FileHandle(forWritingAtPath: log)
        let process = Process()
        // The programs must not outlive this one, should it be killed.
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
        process.environment = environment
        process.standardOutput = output
        process.standardError = output
        do {
            try process.run()
        } catch {
            throw LoadTestFailure(.usage, "\(executable) does not start: \(error)")
        }
        processes.append((name, process))
        let limit = ContinuousClock.now + OwnSystem.startLimit
        // Its log says when it is ready; nothing else would be there before the broker is.
        while ContinuousClock.now < limit, process.isRunning {
            let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            if text.contains("\"message\":\"ready\"") { return }
            // A file has to be looked at again.
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
