public import Contracts

extension DataService {
    /// Waits until everything is applied that these producers, whom the service follows, have
    /// committed by now. Blocks; for jobs. Throws `unavailable`, naming the one that is away.
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
