import Contracts
import Foundation
import Glibc
import ServiceKit
import Support
import Synchronization

/// A complete system of real processes, sockets and files in a new home. Killed processes are
/// restarted; all processes end with this object.
final class SystemUnderTest: Sendable {
    /// The reason why a system is not in the expected state.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// How long a process may take from its start until it is ready.
    static let readyLimit = Duration.seconds(20)

    let folder: TemporaryFolder
    let home: CompassHome
    let clock: ProcessClock
    /// The environment of every process, except for hooks.
    let environment: [String: String]
    let processes: [Program: SupervisedProcess]
    private let transport: BrokerTransport
    let caller: Caller
    /// Renewed passports, by the passport they replaced (`passport(of:)`).
    let renewals = Mutex<[[UInt8]: Renewal]>([:])

    /// Starts a system in a new home, or in that of an earlier system. `hooks` are seeded bugs and
    /// kill points by process; passwords are hashed cheaply. `timePassed` is how far machine time
    /// is ahead of the real one; `settings` are variables for every process.
    init(
        now: Instant? = nil, timePassed: Duration = .zero, hooks: [Program: String] = [:],
        settings: [String: String] = [:], folder: TemporaryFolder? = nil,
        starting programs: [Program] = Program.allCases,
        onEnding: @escaping @Sendable (Program, ChildProcess.Ending, CompassHome) -> Void = {
            _, _, _ in
        }
    ) throws {
        let folder = try folder ?? TemporaryFolder()
        let home = CompassHome(path: folder.path("home"))
        try home.prepare()
        var environment = ["COMPASS_HOME": home.path, "LANG": "C.UTF-8", "TZ": "UTC"]
        for name in ["PATH", "HOME", "TMPDIR", "XDG_RUNTIME_DIR", "LD_LIBRARY_PATH"] {
            environment[name] = ProcessInfo.processInfo.environment[name]
        }
        environment["COMPASS_NOW"] = now?.text
        // Tests sign up more users than the limit allows.
        environment["COMPASS_SIGNUPS"] = "100000"
        // Several systems run at once: the system chooses ports for the pages and metrics of each.
        environment["COMPASS_WEB_PORT"] = "0"
        environment["COMPASS_METRICS_PORT"] = "0"
        // The receivers of hooks are on this machine.
        environment["COMPASS_HOOKS_PRIVATE"] = "true"
        environment.merge(settings) { $1 }
        var processes: [Program: SupervisedProcess] = [:]
        for program in Program.allCases {
            try Self.setClock(of: program, in: folder, timeOfDay: .zero, machine: timePassed)
            var own = environment
            let names = [
                program == .identity ? "cheap-passwords" : nil, "require-families", hooks[program],
            ]
            own["COMPASS_TEST_ARMED"] = Self.armedFolder(of: program, in: folder)
            own["COMPASS_TEST_CLOCK"] = Self.clockFile(of: program, in: folder)
            own["COMPASS_TEST_HOOKS"] = names.compactMap { $0 }.joined(separator: ",")
            processes[program] = SupervisedProcess(
                program, environment: own,
                logPath: "\(home.logFolder)/\(program.rawValue).log"
            ) { program, ending in onEnding(program, ending, home) }
        }
        self.folder = folder
        self.home = home
        self.environment = environment
        self.processes = processes
        clock = ProcessClock(fixed: now)
        transport = try BrokerTransport(endpoint: home.brokerEndpoint)
        caller = Caller(transport: transport, clock: clock)
        for program in programs { start(program) }
        for program in programs { try waitUntilReady(program) }
    }

    deinit {
        transport.stop(by: ContinuousClock.now)
        for process in processes.values { process.stop(with: SIGKILL) }
    }

    // MARK: Processes

    /// The folder for files that kill or stop a process at a point in its code (`TestHooks`).
    func armedFolder(of program: Program) -> String { Self.armedFolder(of: program, in: folder) }

    private static func armedFolder(of program: Program, in folder: TemporaryFolder) -> String {
        folder.path("armed-\(program.rawValue)")
    }

    // MARK: Clocks

    private static func clockFile(of program: Program, in folder: TemporaryFolder) -> String {
        folder.path("clock-\(program.rawValue)")
    }

    private static func setClock(
        of program: Program, in folder: TemporaryFolder, timeOfDay: Duration, machine: Duration
    ) throws {
        let numbers = [timeOfDay, machine].map { Int64($0.milliseconds).littleEndian }
        let bytes = unsafe numbers.withUnsafeBytes { unsafe Data($0) }
        // Overwrites the file in place, since the process has it mapped into memory.
        let path = clockFile(of: program, in: folder)
        if !FileManager.default.fileExists(atPath: path) {
            try bytes.write(to: URL(fileURLWithPath: path))
        }
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.write(contentsOf: bytes)
        try file.close()
    }

    /// Changes the clocks of running processes relative to the real ones: the time of day as if a
    /// person set it, or both clocks as if time passed.
    func setClocks(
        of programs: [Program] = Program.allCases, timeOfDay: Duration, machine: Duration = .zero
    ) throws {
        for program in programs {
            try Self.setClock(of: program, in: folder, timeOfDay: timeOfDay, machine: machine)
        }
    }

    private func process(_ program: Program) -> SupervisedProcess {
        guard let process = processes[program] else { preconditionFailure("no \(program)") }
        return process
    }

    /// Starts a process and keeps it running. Returns at once.
    func start(_ program: Program) { process(program).start() }

    /// Waits until a process is ready, after at least this many starts.
    func waitUntilReady(_ program: Program, starts: Int = 1) throws {
        let process = process(program)
        let isReady = process.state.wait(Self.readyLimit) { $0.isReady && $0.starts >= starts }
        guard isReady else {
            throw Failure(description: "\(program) is not ready. Its log:\n\(logTail(of: program))")
        }
    }

    /// The number of times a process was started.
    func starts(of program: Program) -> Int { process(program).state.update { $0.starts } }

    /// The ways in which a process ended, in order.
    func endings(of program: Program) -> [ChildProcess.Ending] {
        process(program).state.update { $0.endings }
    }

    /// kill -9. Returns once the kernel has reported the end of the process.
    @discardableResult
    func kill(_ program: Program) -> ChildProcess.Ending? {
        let process = process(program)
        let (isThere, before) = process.state.update { state in
            state.child?.send(SIGKILL)
            return (state.child != nil, state.endings.count)
        }
        guard isThere, process.state.wait(.seconds(5), until: { $0.endings.count > before })
        else { return nil }
        return process.state.update { $0.endings[before] }
    }

    /// kill -9, then waits until the restarted process is ready.
    func killAndWait(_ program: Program) throws {
        let starts = starts(of: program)
        guard kill(program) == .signal(SIGKILL) else {
            throw Failure(description: "\(program) was not killed")
        }
        try waitUntilReady(program, starts: starts + 1)
    }

    /// Ends a process with SIGTERM without restarting it. Returns how it ended.
    @discardableResult
    func stop(_ program: Program) -> ChildProcess.Ending? { process(program).stop() }

    /// Ends all processes with SIGTERM, the broker last.
    func stopAll() {
        for program in Program.allCases.reversed() { stop(program) }
    }

    func logTail(of program: Program, lines: Int = 12) -> String {
        let path = "\(home.logFolder)/\(program.rawValue).log"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").suffix(lines).joined(separator: "\n")
    }
}
