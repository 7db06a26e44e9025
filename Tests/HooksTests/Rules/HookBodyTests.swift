import Contracts
import Foundation
import Sodium
import Testing

@testable import Hooks

@Suite("What a hook sends (N-114)")
struct HookBodyTests {
    private static let hook = HookID(high: 8, low: 1)

    private func body(_ payload: String) throws -> [String: Any] {
        let change = try #require(
            HookedChange(
                Change(
                    sequence: 7, eventID: ChangeID(high: 3, low: 1), aggregate: "coach",
                    aggregateID: "c", aggregateVersion: 2, type: "coach.changed",
                    schemaVersion: 1, occurredAt: Instant(milliseconds: 1_770_724_800_000),
                    traceID: nil, actor: UserID(high: 2, low: 1), role: .player,
                    familyUnitID: FamilyID(high: 1, low: 1), payload: payload)))
        let text = try HookBody.body(of: change, for: Self.hook, number: 5, from: .coaches)
        return try #require(
            JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    // N-114
    @Test func aMessageHasTheChangeAndTheRecord() throws {
        let body = try body(#"{"last_name":"Doyle"}"#)
        #expect(body["type"] as? String == "coach.changed")
        #expect(body["timestamp"] as? String == "2026-02-10T12:00:00.000Z")
        #expect(body["service"] as? String == "coaches" && body["seq"] as? Int == 7)
        #expect(body["number"] as? Int == 5 && body["version"] as? Int == 2)
        #expect(body["data_omitted"] as? Bool == false)
        #expect((body["data"] as? [String: String])?["last_name"] == "Doyle")
    }

    // N-114: the limit and one byte more.
    @Test(arguments: [(0, false), (1, true)])
    func aLongRecordIsLeftOut(excess: Int, isLeftOut: Bool) throws {
        let text = String(repeating: "x", count: HookLimit.dataBytesMax - 8 + excess)
        let payload = #"{"a":"\#(text)"}"#
        #expect(payload.utf8.count == HookLimit.dataBytesMax + excess)
        let body = try body(payload)
        #expect(body["data_omitted"] as? Bool == isLeftOut)
        #expect((body["data"] is NSNull) == isLeftOut)
    }

    // N-114: the same for each attempt, another one for another hook or change.
    @Test func aDeliveryIsNamedByItsHookAndItsChange() {
        func id(
            _ change: UInt64, _ service: ServiceName = .coaches, _ hook: HookID = Self.hook
        ) -> HookDeliveryID {
            HookBody.deliveryID(of: ChangeID(high: 3, low: change), from: service, to: hook)
        }
        #expect(id(1) == id(1))
        #expect(
            Set([id(1), id(2), id(1, .events), id(1, .coaches, HookID(high: 8, low: 2))]).count == 4
        )
    }

    /// The example of Standard Webhooks: its secret, message and signature.
    @Test func theSignatureIsThatOfTheStandard() throws {
        let secret = try #require(Data(base64Encoded: "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let message = "msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330." + #"{"test": 2432232314}"#
        let code = MessageCode.code(of: Array(message.utf8), secret: Array(secret))
        #expect(
            Data(code).base64EncodedString() == "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    // N-114
    @Test func theFieldsNameTheDeliveryAndTheAttempt() throws {
        let address = try #require(HookAddress("https://example.org/"))
        let delivery = OutgoingDelivery(
            queued: QueuedDelivery(
                hook: Self.hook, number: 5, id: HookDeliveryID(high: 9, low: 1),
                position: FeedPosition(service: .coaches, sequence: 7), body: "{}"),
            attempts: 2, address: address, secret: [UInt8](repeating: 1, count: 32))
        let now = Instant(milliseconds: 1_770_724_800_999)
        let fields = Dictionary(
            uniqueKeysWithValues: HookSignature.fields(of: delivery, at: now))
        #expect(fields["webhook-id"] == delivery.queued.id.text)
        #expect(fields["webhook-timestamp"] == "1770724800")
        #expect(fields["compass-number"] == "5" && fields["compass-seq"] == "7")
        #expect(fields["compass-service"] == "coaches" && fields["compass-attempt"] == "3")
        let expected = MessageCode.code(
            of: Array("\(delivery.queued.id.text).1770724800.{}".utf8), secret: delivery.secret)
        #expect(
            fields["webhook-signature"] == "v1," + Data(expected).base64EncodedString())
        #expect(HookSignature.text(of: [0]) == "whsec_AA==")
    }
}
