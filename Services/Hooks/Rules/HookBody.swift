import Contracts
import Sodium

/// What a hook sends: the message, and its id.
enum HookBody {
    /// The body of a change for a hook: the message with the record as `data`. A record above
    /// `HookLimit.dataBytesMax` is left out.
    static func body(
        of change: HookedChange, for hook: HookID, number: Int64, from service: ServiceName
    ) throws -> String {
        let told = change.change
        let isLong = told.payload.utf8.count > HookLimit.dataBytesMax
        return try join(
            HookMessage(
                type: told.type, timestamp: told.occurredAt, hookID: hook, number: number,
                service: service, sequence: told.sequence, changeID: told.eventID,
                familyUnitID: change.family, recordType: told.aggregate,
                recordID: told.aggregateID, version: told.aggregateVersion, actor: told.actor,
                role: told.role, dataOmitted: isLong),
            data: isLong ? "null" : told.payload)
    }

    /// The body of a test.
    static func test(
        of hook: HookID, number: Int64, in family: FamilyID, by player: UserID, at now: Instant
    ) throws -> String {
        try join(
            HookMessage(
                type: HookMessage.testType, timestamp: now, hookID: hook, number: number,
                service: .hooks, sequence: 0, changeID: nil, familyUnitID: family,
                recordType: HookMessage.testRecord, recordID: hook.text, version: 1, actor: player,
                role: .player, dataOmitted: false),
            data: "{}")
    }

    /// The id of a change's delivery to a hook. It follows from the two ids and the service, so
    /// that a feed that is read again, even after the delivery was removed, delivers nothing under
    /// another id.
    static func deliveryID(
        of change: ChangeID, from service: ServiceName, to hook: HookID
    ) -> HookDeliveryID {
        let text = "\(hook.text) \(service.rawValue) \(change.text)"
        let digest = SHA256Digest(of: Array(text.utf8)).bytes
        func word(_ start: Int) -> UInt64 {
            digest[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
        }
        return HookDeliveryID(high: word(0), low: word(8))
    }

    /// The message's JSON object with one more member.
    private static func join(_ message: HookMessage, data: String) throws -> String {
        let json = try JSONCoding.encodedText(message)
        return json.dropLast() + ",\"data\":" + data + "}"
    }
}
