import Contracts
import Foundation
import Sodium

/// The secret and the signature of messages, as Standard Webhooks writes them
/// (https://www.standardwebhooks.com), so that its libraries verify them.
enum HookSignature {
    /// What a secret begins with for people.
    static let secretPrefix = "whsec_"

    /// A secret as its owner sees it.
    static func text(of secret: [UInt8]) -> String {
        secretPrefix + Data(secret).base64EncodedString()
    }

    /// The signature of a body that is sent at a time, in seconds since 1970.
    static func signature(
        of body: [UInt8], id: HookDeliveryID, at seconds: Int64, secret: [UInt8]
    ) -> String {
        let message = Array("\(id.text).\(seconds).".utf8) + body
        return "v1," + Data(MessageCode.code(of: message, secret: secret)).base64EncodedString()
    }

    /// The fields of the request that sends a delivery.
    static func fields(
        of delivery: OutgoingDelivery, at now: Instant
    ) -> [(name: String, value: String)] {
        let seconds = now.milliseconds.quotientAndRemainder(dividingBy: 1_000).quotient
        return [
            ("Content-Type", "application/json"), ("User-Agent", "recruiting-compass"),
            ("webhook-id", delivery.id.text), ("webhook-timestamp", "\(seconds)"),
            (
                "webhook-signature",
                signature(
                    of: Array(delivery.body.utf8), id: delivery.id, at: seconds,
                    secret: delivery.secret)
            ),
            ("compass-hook", delivery.hook.text), ("compass-number", "\(delivery.number)"),
            ("compass-service", delivery.service.rawValue), ("compass-seq", "\(delivery.sequence)"),
            ("compass-attempt", "\(delivery.attempts + 1)"),
        ]
    }
}

/// A delivery whose turn it is, with what is needed to send it.
struct OutgoingDelivery: Sendable {
    let hook: HookID
    let number: Int64
    let id: HookDeliveryID
    let service: ServiceName
    let sequence: Int64
    let body: String
    /// The number of attempts that failed.
    let attempts: Int
    let address: HookAddress
    let secret: [UInt8]
}
