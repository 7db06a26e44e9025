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
        let queued = delivery.queued
        let seconds = now.milliseconds.quotientAndRemainder(dividingBy: 1_000).quotient
        return [
            ("Content-Type", "application/json"), ("User-Agent", "recruiting-compass"),
            ("webhook-id", queued.id.text), ("webhook-timestamp", "\(seconds)"),
            (
                "webhook-signature",
                signature(
                    of: Array(queued.body.utf8), id: queued.id, at: seconds,
                    secret: delivery.secret)
            ),
            ("compass-hook", queued.hook.text), ("compass-number", "\(queued.number)"),
            ("compass-service", queued.position.service.rawValue),
            ("compass-seq", "\(queued.position.sequence)"),
            ("compass-attempt", "\(delivery.attempts + 1)"),
        ]
    }
}

/// The position of a change in the feed of a service; the sequence of a test is 0.
struct FeedPosition {
    let service: ServiceName
    let sequence: Int64
}

/// A delivery in the queue of its hook.
struct QueuedDelivery {
    let hook: HookID
    let number: Int64
    let id: HookDeliveryID
    let position: FeedPosition
    let body: String
}

/// A delivery whose turn it is, with what is needed to send it.
struct OutgoingDelivery {
    let queued: QueuedDelivery
    /// The number of attempts that failed.
    let attempts: Int
    let address: HookAddress
    let secret: [UInt8]
}
