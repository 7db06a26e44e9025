public import Contracts

/// Rows of a log on their way to a service.
public enum LogBatches {
    /// Divides rows into batches that a service takes.
    public static func divided<Row: ImportRow>(_ rows: [Row]) throws -> [[Row]] {
        var batches: [[Row]] = []
        var bytes = 0
        for row in rows {
            let more = try JSONCoding.encode(row).count
            let last = batches.last?.count ?? ImportLimit.batchRowsMax
            if last < ImportLimit.batchRowsMax, bytes + more <= ImportLimit.batchBytesMax {
                batches[batches.count - 1].append(row)
                bytes += more
            } else {
                batches.append([row])
                bytes = more
            }
        }
        return batches
    }
}

/// A part of an import of a log that was stored, and can be undone.
@JSONObject
public struct LogPart: Codable, Hashable, Sendable {
    public var service: ServiceName
    public var id: OperationID

    public init(_ service: ServiceName, _ id: OperationID) {
        self.service = service
        self.id = id
    }
}
