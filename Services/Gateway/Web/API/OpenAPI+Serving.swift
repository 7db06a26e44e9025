import Contracts
import HTTP

extension OpenAPI {
    /// The document as it is served.
    static let served: [UInt8] = (try? JSONCoding.encode(OpenAPI())) ?? []
    static let tag = EntityTag(Fingerprint(of: served).description)
}
