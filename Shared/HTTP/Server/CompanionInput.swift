/// Input other than requests for which the server's thread waits, such as messages of another
/// library. A handler that awaits it goes on without another thread waking up in between.
public protocol CompanionInput: Sendable {
    /// The descriptors of which one is readable if there may be work. They stay the same.
    var descriptors: [Int32] { get }

    /// Handles what has arrived or is due, without waiting. Runs on the server's thread, before and
    /// after it serves connections.
    ///
    /// - Parameter isReady: Whether a descriptor is readable or the time is over. If not, only what
    ///   the thread itself has begun meanwhile needs work.
    /// - Returns: For how many milliseconds the thread may wait for the descriptors; nil for any
    ///   time.
    func work(isReady: Bool) -> Int?
}
