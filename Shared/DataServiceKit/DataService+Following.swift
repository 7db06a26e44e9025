public import Contracts

extension DataService {
    /// Waits until everything that these producers, which the service follows, have committed by
    /// now is applied. Blocking, for use in jobs. Throws `unavailable` with the name of a missing
    /// producer.
    public func catchUp(
        with producers: [ServiceName], by deadline: ContinuousClock.Instant
    ) throws {
        for producer in producers {
            do {
                guard let consumer = consumer(of: producer) else {
                    throw ServiceError(.internal, "\(producer.rawValue) is not followed")
                }
                try consumer.catchUp(by: deadline)
            } catch {
                throw ServiceError(
                    .unavailable, "The service \(producer.rawValue) is not available; try again")
            }
        }
    }
}
