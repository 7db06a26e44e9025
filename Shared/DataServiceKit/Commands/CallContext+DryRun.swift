public import Contracts
public import ServiceKit

extension CallContext {
    /// Throws if the call is a dry run of what cannot be rehearsed, such as "sign in".
    public func refuseDryRun(_ what: String) throws(ServiceError) {
        guard !isDryRun else { throw ServiceError(.validationFailed, "A dry run cannot \(what)") }
    }
}
