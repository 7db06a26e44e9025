import CommandKit

/// Why a load test ends without a verdict.
struct LoadTestFailure: Error, CustomStringConvertible {
    /// What kind of failure, by its exit code.
    enum Kind: Int32, Sendable {
        /// Something went wrong here.
        case other = 1
        /// A flag or a file cannot be used.
        case usage = 2
        /// The system under test does not answer.
        case away = 8
    }

    let kind: Kind
    let description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
