import Contracts
import Programs

extension SiblingProgram {
    /// Runs a program with `input` as its stdin and waits for its end, as `run` does. Throws an
    /// error for people if it does not start.
    static func completed(
        _ name: String, input: [UInt8], environment: [String: String], readsErrors: Bool = false,
        timeLimit: Duration? = nil
    ) throws -> Ending {
        do throws(Problem) {
            return try run(
                name, input: input, environment: environment, readsErrors: readsErrors,
                timeLimit: timeLimit)
        } catch {
            switch error {
            case .missing(let path):
                throw CommandFailure(
                    .unavailable, "\(name) is missing", reason: "It should be \(path).",
                    remedy: "Build it: make build")
            case .tooManyFiles(let limit):
                throw CommandFailure(
                    .unavailable, "\(name) did not start",
                    reason: Problem.reason(ofLimit: limit), remedy: Problem.limitRemedy)
            case .notStarted(let reason):
                throw CommandFailure(.internal, "\(name) did not start", reason: reason)
            }
        }
    }
}
