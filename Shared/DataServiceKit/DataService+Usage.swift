import Contracts
import ServiceKit
import Storage
import Synchronization

extension DataService {
    /// Declares how large each family's files are that lie beside the database: a statement that
    /// returns in each row a family, its number of files and their size in bytes. Call it before
    /// the first request.
    public func measureFiles(by statement: StaticString) {
        fileSizeSQL.withLock { $0 = "\(statement)" }
    }

    /// Serves what each family takes up, for the operator. The whole database is read, which takes
    /// longer than other reads may.
    func serveUsage() {
        host.register(MeasureFamilies.self) { [self] call, responder in
            database.read(
                deadline: call.context.deadline, durationMax: MeasureFamilies.defaultBudget
            ) { [self] transaction in
                var usage = UsageOfFamilies()
                try usage.addRows(in: transaction)
                if let sql = fileSizeSQL.withLock({ $0 }) {
                    try usage.addFiles(by: sql, in: transaction)
                }
                return usage.largest(MeasureFamilies.familiesMax)
            } completion: { result in
                switch result {
                case .success(let response): responder.succeed(response)
                case .failure(let error): responder.deliver(Outcome(throwing: error))
                }
            }
        }
    }
}

/// What each family takes up.
private struct UsageOfFamilies {
    private var usage: [FamilyID: FamilyUsage] = [:]

    /// Adds the rows of every table whose rows name a family.
    mutating func addRows(in transaction: ReadTransaction) throws {
        for table in try transaction.tables() {
            guard let sql = Self.measuring(table.name, table.columns) else { continue }
            try add(sql, in: transaction) {
                FamilyUsage(familyUnitID: $0, rows: $1, bytes: $2, fileBytes: 0)
            }
        }
    }

    /// Adds the sizes of files that a statement returns.
    mutating func addFiles(by sql: String, in transaction: ReadTransaction) throws {
        try add(sql, in: transaction) { family, _, bytes in
            FamilyUsage(familyUnitID: family, rows: 0, bytes: 0, fileBytes: bytes)
        }
    }

    /// Adds what a statement returns: a family, a number of rows and a number of bytes.
    private mutating func add(
        _ sql: String, in transaction: ReadTransaction,
        as part: (FamilyID, Int, Int) -> FamilyUsage
    ) throws {
        let parts = try transaction.rows(sql) {
            part(try $0.identifier(0), Int(try $0.int64(1)), Int(try $0.int64(2)))
        }
        for part in parts {
            guard var sum = usage[part.familyUnitID] else {
                usage[part.familyUnitID] = part
                continue
            }
            sum.rows += part.rows
            sum.bytes += part.bytes
            sum.fileBytes += part.fileBytes
            usage[part.familyUnitID] = sum
        }
    }

    /// The statement that measures a table; nil if its rows belong to no family.
    private static func measuring(_ table: String, _ columns: [String]) -> String? {
        let bytes = columns.map { "coalesce(length(CAST(t.\"\($0)\" AS BLOB)), 0)" }
            .joined(separator: " + ")
        let family: String
        var join = ""
        if columns.contains("family_unit_id") {
            family = "t.family_unit_id"
        } else if columns.contains("family_no") {
            family = "f.family_unit_id"
            join = "JOIN families f ON f.no = t.family_no"
        } else {
            return nil
        }
        return """
            SELECT \(family), count(*), sum(\(bytes)) FROM "\(table)" t \(join)
            WHERE \(family) IS NOT NULL GROUP BY \(family) /* all families: for the operator */
            """
    }

    func largest(_ limit: Int) -> MeasureFamilies.Response {
        let sorted = usage.values.sorted {
            ($0.bytes + $0.fileBytes, $0.familyUnitID) > ($1.bytes + $1.fileBytes, $1.familyUnitID)
        }
        return .init(families: Array(sorted.prefix(limit)), total: sorted.count)
    }
}
