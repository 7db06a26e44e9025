public import Contracts

extension Change {
    /// Decodes the payload as a type of the contracts, or as the part of it that a replica needs.
    public func decodedPayload<Payload: Decodable>(
        _ type: Payload.Type = Payload.self
    ) throws -> Payload {
        try JSONCoding.decodedText(type, from: payload)
    }
}
