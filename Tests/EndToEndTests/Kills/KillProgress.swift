import Contracts

/// What is under way in a session: for the one who kills, and for the evidence.
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

    /// Commands whose outcome is asked for at the end.
    func leave(_ repetition: KillRepetition) { state.update { $0.left.append(repetition) } }

    /// A command whose answer had been lost turned out to have happened.
    func recovered() { state.update { $0.recovered += 1 } }

    var recoveredCount: Int { state.update { $0.recovered } }
    var left: [KillRepetition] { state.update { $0.left } }
    var answered: Int { state.update { $0.answered } }

    /// The keys of the requests that a process is needed for and that are under way now.
    func inFlight(at program: Program) -> Set<String> {
        state.update { state in
            Set(state.inFlight.filter { program == .broker || $0.value == program }.keys)
        }
    }

    /// Waits until so many commands have been answered.
    func wait(forAnswered count: Int, limit: Duration) -> Bool {
        state.wait(limit) { $0.answered >= count }
    }
}
