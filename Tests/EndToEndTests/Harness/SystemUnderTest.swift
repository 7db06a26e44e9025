import Contracts
import Foundation
import Glibc
import ServiceKit
import Support
import Synchronization

/// A whole system of real processes, sockets and files in a home of its own. Whatever is killed is
/// started again; everything ends with the object.
final class SystemUnderTest: Sendable {
    /// Why a system is not as it should be.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// How long a process may take from its start to its readiness.
    static let readyLimit = Duration.seconds(20)

    let folder: TemporaryFolder
    let home: CompassHome
    let clock: ProcessClock
    /// The environment of every process, but for hooks.
    let environment: [String: String]
    let processes: [Program: SupervisedProcess]
    private let transport: BrokerTransport
    let caller: Caller
    /// The passports that took the place of others, by those (`passport(of:)`).
    let renewals = Mutex<[[UInt8]: Renewal]>([:])

    /// A system in a new home, or in one that another system had. `hooks` are seeded bugs and kill
    /// points by process; passwords are hashed cheaply.
    /// `timePassed` is by how much the machine's clock is ahead of the real one.
    init(
        now: Instant? = nil, timePassed: Duration = .zero, hooks: [Program: String] = [:],
        folder: TemporaryFolder? = nil,
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
        // A test signs up more people than strangers may.
        environment["COMPASS_SIGNUPS"] = "100000"
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

    /// Where a test puts files that kill or stop a process at a point of its code (`TestHooks`).
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
        // Written in place: the process has the file in its memory.
        let path = clockFile(of: program, in: folder)
        if !FileManager.default.fileExists(atPath: path) {
            try bytes.write(to: URL(fileURLWithPath: path))
        }
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.write(contentsOf: bytes)
        try file.close()
    }

    /// Moves the clocks of running processes, by so much from the real ones: the time of day as if
    /// somebody set it, the machine's clock together with it as if time passed.
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

    /// Starts a process and keeps it running; returns at once.
    func start(_ program: Program) { process(program).start() }

    /// Waits until a process has said that it is ready, after this many starts at least.
    func waitUntilReady(_ program: Program, starts: Int = 1) throws {
        let process = process(program)
        let isReady = process.state.wait(Self.readyLimit) { $0.isReady && $0.starts >= starts }
        guard isReady else {
            throw Failure(description: "\(program) is not ready. Its log:\n\(logTail(of: program))")
        }
    }

    /// How often a process has been started.
    func starts(of program: Program) -> Int { process(program).state.update { $0.starts } }

    /// How a process ended, each time.
    func endings(of program: Program) -> [ChildProcess.Ending] {
        process(program).state.update { $0.endings }
    }

    /// kill -9. Answers once the kernel has said that SIGKILL ended the process.
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

    /// kill -9, and a wait until the process that was started instead is ready.
    func killAndWait(_ program: Program) throws {
        let starts = starts(of: program)
        guard kill(program) == .signal(SIGKILL) else {
            throw Failure(description: "\(program) was not killed")
        }
        try waitUntilReady(program, starts: starts + 1)
    }

    /// Ends a process by SIGTERM for good; answers how it ended.
    @discardableResult
    func stop(_ program: Program) -> ChildProcess.Ending? { process(program).stop() }

    /// Ends all processes by SIGTERM, the broker last.
    func stopAll() {
        for program in Program.allCases.reversed() { stop(program) }
    }

    /// The end of a process's log.
    func logTail(of program: Program, lines: Int = 12) -> String {
        let path = "\(home.logFolder)/\(program.rawValue).log"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").suffix(lines).joined(separator: "\n")
    }
}
