import Foundation
import Glibc

/// One process of a system, kept running: it is started with a descriptor on which it says that it
/// is ready, and started again when it ends unasked, as s6 would.
final class SupervisedProcess: Sendable {
    /// What is known of the process.
    struct State {
        var child: ChildProcess?
        var isReady = false
        var isWanted = false
        var hasThread = false
        var starts = 0
        var deathsBeforeReady = 0
        var endings: [ChildProcess.Ending] = []
    }

    /// A process that ends this often before it is ready is not started again.
    static let deathsBeforeReadyMax = 5

    let program: Program
    let state = Watched(State())
    private let environment: [String: String]
    private let logPath: String
    private let onEnding: @Sendable (Program, ChildProcess.Ending) -> Void

    init(
        _ program: Program, environment: [String: String], logPath: String,
        onEnding: @escaping @Sendable (Program, ChildProcess.Ending) -> Void
    ) {
        self.program = program
        self.environment = environment
        self.logPath = logPath
        self.onEnding = onEnding
    }

    /// Starts the process and keeps it running; returns at once.
    func start() {
        let needsThread = state.update { state in
            state.isWanted = true
            state.deathsBeforeReady = 0
            defer { state.hasThread = true }
            return !state.hasThread
        }
        guard needsThread else { return }
        let thread = Thread { [self] in keepRunning() }
        thread.name = "up-\(program.rawValue)"
        thread.start()
    }

    /// Sends a signal to the process, if there is one.
    func send(_ signal: Int32) {
        state.update { $0.child?.send(signal) }
    }

    /// Ends the process and does not start it again; answers how it ended.
    @discardableResult
    func stop(with signal: Int32 = SIGTERM, limit: Duration = .seconds(20)) -> ChildProcess.Ending?
    {
        let wasRunning = state.update { state in
            state.isWanted = false
            state.child?.send(signal)
            return state.child != nil
        }
        if !state.wait(limit, until: { !$0.hasThread }) {
            send(SIGKILL)
            _ = state.wait(.seconds(5)) { !$0.hasThread }
        }
        return wasRunning ? state.update { $0.endings.last } : nil
    }

    private func keepRunning() {
        while state.update({ $0.isWanted && $0.deathsBeforeReady < Self.deathsBeforeReadyMax }) {
            guard let ending = runOnce() else { break }
            onEnding(program, ending)
        }
        state.update { $0.hasThread = false }
    }

    /// One life of the process; `nil` if it could not be started.
    private func runOnce() -> ChildProcess.Ending? {
        guard let notices = ChildProcess.makePipe() else { return nil }
        defer { close(notices.reading) }
        let log = unsafe open(logPath, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        let child = try? ChildProcess(
            Program.path(program.executable), ["--notification-fd", "3"],
            environment: environment, descriptors: [1: log, 2: log, 3: notices.writing])
        close(notices.writing)
        close(log)
        guard let child else { return nil }
        state.update { state in
            state.child = child
            state.starts += 1
            if !state.isWanted { child.send(SIGKILL) }
        }
        var byte: UInt8 = 0
        if unsafe read(notices.reading, &byte, 1) == 1 {
            state.update { state in
                state.isReady = true
                state.deathsBeforeReady = 0
            }
        }
        let ending = child.wait()
        state.update { state in
            if !state.isReady { state.deathsBeforeReady += 1 }
            state.isReady = false
            state.child = nil
            state.endings.append(ending)
        }
        return ending
    }
}
