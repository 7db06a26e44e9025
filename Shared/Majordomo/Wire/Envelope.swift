/// The binary layout of envelopes (docs/protocol.md, section 3).
enum Envelope {
    static let magic: [UInt8] = [0x9e, 0x52, 0x43, 0x48]
    static let version: UInt8 = 1
    static let fixedByteCount = 12
    static let fieldHeadByteCount = 3
    /// The offset of the budget's value in every valid request.
    static let budgetOffset = 34
    /// The first field type that a reader may skip if it does not know the type.
    static let optionalFieldsFrom: UInt8 = 0x80

    enum Kind: UInt8 {
        case request = 1
        case reply = 2
    }

    enum Field: UInt8 {
        case requestID = 0x01
        case budget = 0x02
        case operation = 0x03
        case attempt = 0x04
        case idempotencyKey = 0x05
        case familyID = 0x06
        case traceID = 0x07
        case dryRun = 0x08
        case status = 0x10
        case executed = 0x11
        case retryAfter = 0x12
        case replayed = 0x13
        case slice = 0x14
    }

    /// What the first bytes of a frame indicate, before any check.
    enum Presence {
        case absent
        case present
        case otherVersion(UInt8)
    }

    static func presence(in bytes: Span<UInt8>) -> Presence {
        guard bytes.count >= magic.count else { return .absent }
        for index in 0..<magic.count where bytes[index] != magic[index] {
            return .absent
        }
        guard bytes.count > magic.count else { return .present }
        let found = bytes[magic.count]
        return found == version ? .present : .otherVersion(found)
    }
}

// MARK: Writing

extension RequestHeader {
    /// Returns the envelope frame; nil if the header or the passport is invalid or exceeds a limit.
    public func envelope(passport: [UInt8]) -> [UInt8]? {
        guard fits(passport: passport) else { return nil }
        let name = Array(operation.utf8)
        var writer = EnvelopeWriter(kind: .request)
        writer.append(.requestID, requestID)
        writer.append(.budget, budgetMilliseconds)
        writer.append(.operation, name)
        if attempt > 1 { writer.append(.attempt, attempt) }
        if let idempotencyKey { writer.append(.idempotencyKey, idempotencyKey) }
        if let familyID { writer.append(.familyID, familyID) }
        if let traceID { writer.append(.traceID, traceID) }
        if isDryRun { writer.append(.dryRun, []) }
        return writer.finish(passport: passport)
    }

    /// Returns whether the header and the passport are valid and within the limits.
    func fits(passport: [UInt8]) -> Bool {
        requestID != .zero && attempt > 0 && EnvelopeScan.isOperation(operation.utf8Span.span)
            && budgetMilliseconds <= Limits.budgetMillisecondsMax
            && passport.count <= Limits.passportBytesMax
    }
}

extension ReplyHeader {
    /// Returns the envelope frame.
    public func envelope() -> [UInt8] {
        var writer = EnvelopeWriter(kind: .reply)
        writer.append(.requestID, requestID)
        writer.append(.status, status.rawValue)
        writer.append(.executed, executed.rawValue)
        if let retryAfterMilliseconds { writer.append(.retryAfter, retryAfterMilliseconds) }
        if isReplayed { writer.append(.replayed, []) }
        if slice > 0 { writer.append(.slice, UInt32(slice)) }
        return writer.finish(passport: [])
    }
}

/// Appends fields in ascending order. Callers must keep the values within the limits.
struct EnvelopeWriter {
    private var bytes: [UInt8]

    init(kind: Envelope.Kind) {
        bytes = []
        bytes.reserveCapacity(192)
        bytes.append(contentsOf: Envelope.magic)
        bytes.append(Envelope.version)
        bytes.append(kind.rawValue)
        bytes.append(contentsOf: [0, 0, 0, 0, 0, 0])
    }

    mutating func append(_ field: Envelope.Field, _ value: [UInt8]) {
        bytes.append(field.rawValue)
        bytes.appendBigEndian(UInt16(truncatingIfNeeded: value.count))
        bytes.append(contentsOf: value)
    }

    mutating func append(_ field: Envelope.Field, _ value: some FixedWidthInteger) {
        bytes.append(field.rawValue)
        bytes.appendBigEndian(UInt16(truncatingIfNeeded: value.bitWidth / 8))
        bytes.appendBigEndian(value)
    }

    mutating func append(_ field: Envelope.Field, _ value: WireID) {
        bytes.append(field.rawValue)
        bytes.appendBigEndian(UInt16(WireID.byteCount))
        bytes.appendBigEndian(value.high)
        bytes.appendBigEndian(value.low)
    }

    consuming func finish(passport: [UInt8]) -> [UInt8] {
        let header = bytes.count - Envelope.fixedByteCount
        bytes[6] = UInt8(truncatingIfNeeded: header >> 8)
        bytes[7] = UInt8(truncatingIfNeeded: header)
        bytes[8] = UInt8(truncatingIfNeeded: passport.count >> 8)
        bytes[9] = UInt8(truncatingIfNeeded: passport.count)
        bytes.append(contentsOf: passport)
        return bytes
    }
}
