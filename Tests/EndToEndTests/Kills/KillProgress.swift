import Contracts

/// The progress of a session, used to time kills and as evidence.
final class KillProgress: Sendable {
    private struct State {
        var inFlight: [String: Program] = [:]
        var answered = 0
        var left: [KillRepetition] = []
        var recovered = 0
    }

    private let state = Watched(State())

    func began(_ command: KillCommand) {
        state.update { $0.inFlight[command.key.text] = command.kind.program }
    }

    func ended(_ command: KillCommand) {
        state.update { state in
            state.inFlight[command.key.text] = nil
            state.answered += 1
        }
    }

    /// Stores a command that is to be repeated at the end.
    func leave(_ repetition: KillRepetition) { state.update { $0.left.append(repetition) } }

    /// Records that a command without a response was found executed.
    func recovered() { state.update { $0.recovered += 1 } }

    var recoveredCount: Int { state.update { $0.recovered } }
    var left: [KillRepetition] { state.update { $0.left } }
    var answered: Int { state.update { $0.answered } }

    /// The keys of the requests in flight that need a process.
    func inFlight(at program: Program) -> Set<String> {
        state.update { state in
            Set(state.inFlight.filter { program == .broker || $0.value == program }.keys)
        }
    }

    /// Waits until a request that needs a process is in flight.
    func waitForRequest(at program: Program, limit: Duration) {
        _ = state.wait(limit) { state in
            state.inFlight.values.contains { program == .broker || $0 == program }
        }
    }

    /// Waits until this many commands have been answered.
    func wait(forAnswered count: Int, limit: Duration) -> Bool {
        state.wait(limit) { $0.answered >= count }
    }
}
