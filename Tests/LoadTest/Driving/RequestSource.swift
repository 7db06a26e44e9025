import Majordomo

/// A request to be sent.
struct PlannedRequest {
    /// The index of its operation in the scenario.
    var operation: Int
    /// The encoded and patched request; it is sent before the source is asked for the next one.
    let template: RequestTemplate
    /// What to compare the answer with, for a sample of the requests.
    let expectation: Expectation?
}

/// Checks an answer. Returns nil if it is right, otherwise what is wrong with it.
typealias Expectation = @Sendable ([UInt8]) -> String?

/// Creates a thread's requests one after the other.
protocol RequestSource: AnyObject {
    func next() -> PlannedRequest
    /// Reports the outcome of a request. `isUnknown` means that it may or may not have taken
    /// effect.
    func ended(_ request: PlannedRequest, _ ending: Ending, isUnknown: Bool)
}

extension RequestSource {
    /// The default ignores outcomes.
    func ended(_ request: PlannedRequest, _ ending: Ending, isUnknown: Bool) {}
}

extension Ending {
    /// The outcome that a reply's status stands for, before its content is checked.
    init(_ status: Status) {
        self =
            switch status {
            case .ok: .ok
            case .busy: .refused
            case .deadline: .timeout
            default: .failed
            }
    }
}
