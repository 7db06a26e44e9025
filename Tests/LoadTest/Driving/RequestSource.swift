import Majordomo

/// A request to be sent.
struct Shot {
    /// The place of its operation in the scenario.
    var operation: Int
    /// What is sent; it is encoded and patched, and sent before the source is asked again.
    let template: RequestTemplate
    /// What the answer is compared with, for the requests chosen for that.
    let expectation: Expectation?
}

/// What an answer must be: nil if it is so, else what is wrong with it.
typealias Expectation = @Sendable ([UInt8]) -> String?

/// Makes a thread's requests, one after the other.
protocol RequestSource: AnyObject {
    /// The next request.
    func next() -> Shot
    /// A request ended; `isUnknown` if it may or may not have taken effect.
    func ended(_ shot: Shot, _ ending: Ending, isUnknown: Bool)
}

extension RequestSource {
    /// Most sources do not keep books.
    func ended(_ shot: Shot, _ ending: Ending, isUnknown: Bool) {}
}

extension Ending {
    /// What a reply means, before it is looked at.
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
