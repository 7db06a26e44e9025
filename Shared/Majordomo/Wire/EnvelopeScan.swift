/// A parsed envelope. One pass checks every rule of the layout without allocating.
struct EnvelopeScan {
    private(set) var kind = Envelope.Kind.request
    private(set) var requestID = WireID.zero
    private(set) var budgetMilliseconds: UInt32 = 0
    private(set) var operation: Range<Int> = 0..<0
    private(set) var attempt: UInt8 = 1
    private(set) var idempotencyKey: WireID?
    private(set) var familyID: WireID?
    private(set) var traceID: WireID?
    private(set) var isDryRun = false
    private(set) var status = Status.ok
    private(set) var executed = Executed.no
    private(set) var retryAfterMilliseconds: Int32?
    private(set) var isReplayed = false
    private(set) var slice: UInt8 = 0
    private(set) var passport: Range<Int> = 0..<0
    /// One bit for each known field that is present.
    private var seen: UInt32 = 0

    init(_ bytes: Span<UInt8>) throws(EnvelopeProblem) {
        switch Envelope.presence(in: bytes) {
        case .absent: throw .absent
        case .otherVersion(let version): throw .version(version)
        case .present: break
        }
        guard bytes.count >= Envelope.fixedByteCount, let kind = Envelope.Kind(rawValue: bytes[5]),
            let header = bytes.bigEndian(at: 6, as: UInt16.self),
            let passport = bytes.bigEndian(at: 8, as: UInt16.self),
            bytes.bigEndian(at: 10, as: UInt16.self) == 0
        else { throw .malformed }
        self.kind = kind
        let end = Envelope.fixedByteCount + Int(header)
        guard end <= Limits.headerBytesMax, Int(passport) <= Limits.passportBytesMax,
            bytes.count == end + Int(passport), kind == .request || passport == 0
        else { throw .malformed }
        self.passport = end..<bytes.count
        try scanFields(bytes, until: end)
        try checkRequired()
    }

    private mutating func scanFields(
        _ bytes: Span<UInt8>, until end: Int
    ) throws(EnvelopeProblem) {
        var offset = Envelope.fixedByteCount
        var last = -1
        while offset < end {
            guard offset + Envelope.fieldHeadByteCount <= end,
                let length = bytes.bigEndian(at: offset + 1, as: UInt16.self)
            else { throw .malformed }
            let type = bytes[offset]
            let start = offset + Envelope.fieldHeadByteCount
            let next = start + Int(length)
            guard next <= end, Int(type) > last else { throw .malformed }
            last = Int(type)
            if type < Envelope.optionalFieldsFrom {
                guard let field = Envelope.Field(rawValue: type) else { throw .malformed }
                try read(field, bytes, start..<next)
            }
            offset = next
        }
    }

    private mutating func read(
        _ field: Envelope.Field, _ bytes: Span<UInt8>, _ range: Range<Int>
    ) throws(EnvelopeProblem) {
        seen |= 1 << UInt32(field.rawValue)
        switch field {
        case .requestID: requestID = try identifier(bytes, range)
        case .budget, .operation, .attempt, .idempotencyKey, .familyID, .traceID,
            .dryRun:
            guard kind == .request else { throw .malformed }
            try readRequestField(field, bytes, range)
        case .status, .executed, .retryAfter, .replayed, .slice:
            guard kind == .reply else { throw .malformed }
            try readReplyField(field, bytes, range)
        }
    }

    private mutating func readRequestField(
        _ field: Envelope.Field, _ bytes: Span<UInt8>, _ range: Range<Int>
    ) throws(EnvelopeProblem) {
        switch field {
        case .budget:
            budgetMilliseconds = try integer(bytes, range)
            guard budgetMilliseconds <= Limits.budgetMillisecondsMax else { throw .malformed }
        case .operation:
            guard EnvelopeScan.isOperation(bytes.extracting(range)) else { throw .malformed }
            operation = range
        case .attempt:
            attempt = try integer(bytes, range)
            guard attempt > 0 else { throw .malformed }
        case .idempotencyKey: idempotencyKey = try identifier(bytes, range)
        case .familyID: familyID = try identifier(bytes, range)
        case .dryRun:
            guard range.isEmpty else { throw .malformed }
            isDryRun = true
        default: traceID = try identifier(bytes, range)
        }
    }

    private mutating func readReplyField(
        _ field: Envelope.Field, _ bytes: Span<UInt8>, _ range: Range<Int>
    ) throws(EnvelopeProblem) {
        switch field {
        case .status:
            let number: UInt8 = try integer(bytes, range)
            guard let known = Status(rawValue: number) else { throw .malformed }
            status = known
        case .executed:
            let number: UInt8 = try integer(bytes, range)
            guard let known = Executed(rawValue: number) else { throw .malformed }
            executed = known
        case .retryAfter:
            retryAfterMilliseconds = Int32(bitPattern: try integer(bytes, range))
        case .replayed:
            guard range.isEmpty else { throw .malformed }
            isReplayed = true
        default:
            let number: UInt32 = try integer(bytes, range)
            guard number < UInt32(Limits.replySlicesMax) else { throw .malformed }
            slice = UInt8(truncatingIfNeeded: number)
        }
    }

    private func checkRequired() throws(EnvelopeProblem) {
        let required: [Envelope.Field] =
            kind == .request
            ? [.requestID, .budget, .operation] : [.requestID, .status, .executed]
        for field in required where seen & (1 << UInt32(field.rawValue)) == 0 {
            throw .malformed
        }
        guard kind == .reply || requestID != .zero else { throw .malformed }
    }

    private func identifier(
        _ bytes: Span<UInt8>, _ range: Range<Int>
    ) throws(EnvelopeProblem) -> WireID {
        guard let identifier = WireID(bytes: bytes.extracting(range)) else { throw .malformed }
        return identifier
    }

    private func integer<Integer: FixedWidthInteger & UnsignedInteger>(
        _ bytes: Span<UInt8>, _ range: Range<Int>
    ) throws(EnvelopeProblem) -> Integer {
        guard range.count == Integer.bitWidth / 8,
            let value: Integer = bytes.bigEndian(at: range.lowerBound)
        else { throw .malformed }
        return value
    }

    /// Returns whether the bytes form a valid operation name.
    static func isOperation(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count >= 1, bytes.count <= Limits.operationBytesMax else { return false }
        for index in 0..<bytes.count {
            switch bytes[index] {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x24, 0x2d, 0x2e, 0x5f: continue
            default: return false
            }
        }
        return true
    }
}

// MARK: Headers as values

extension RequestHeader {
    /// Decodes the envelope frame of a request and its passport.
    public static func decode(
        _ bytes: Span<UInt8>
    ) throws(EnvelopeProblem) -> (header: RequestHeader, passport: [UInt8]) {
        let scan = try EnvelopeScan(bytes)
        guard scan.kind == .request else { throw .malformed }
        let header = RequestHeader(
            requestID: scan.requestID,
            operation: String(decoding: bytes.array(scan.operation), as: UTF8.self),
            budgetMilliseconds: scan.budgetMilliseconds, attempt: scan.attempt,
            idempotencyKey: scan.idempotencyKey, familyID: scan.familyID, traceID: scan.traceID,
            isDryRun: scan.isDryRun)
        return (header, bytes.array(scan.passport))
    }
}

extension ReplyHeader {
    /// Decodes the envelope frame of a reply.
    public static func decode(_ bytes: Span<UInt8>) throws(EnvelopeProblem) -> ReplyHeader {
        let scan = try EnvelopeScan(bytes)
        guard scan.kind == .reply else { throw .malformed }
        return ReplyHeader(
            requestID: scan.requestID, status: scan.status, executed: scan.executed,
            retryAfterMilliseconds: scan.retryAfterMilliseconds, isReplayed: scan.isReplayed,
            slice: scan.slice)
    }
}

extension Span<UInt8> {
    /// Returns a copy of the bytes in `range`, which must lie within the span.
    func array(_ range: Range<Int>) -> [UInt8] {
        unsafe extracting(range).withUnsafeBufferPointer { unsafe Array($0) }
    }
}
