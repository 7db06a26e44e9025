import CommandKit
import Contracts
import ServiceKit

/// The users of an installation, as `--json` writes them.
@JSONObject
struct UserList {
    var users: [UserAccount]
}

/// A family with what it takes up in all services.
@JSONObject
struct MeasuredFamily {
    var familyUnitID: FamilyID
    var name: String
    var createdAt: Instant
    var memberCount: Int
    var lastUsedAt: Instant?
    var rows: Int
    var bytes: Int
    var fileBytes: Int
}

/// The families of an installation, as `--json` writes them.
@JSONObject(nulls: true)
struct FamilyList {
    var families: [MeasuredFamily]
    /// The services that did not say what families take up, or not of all.
    var unmeasured: [String]
}

/// Asks identity for the families, and every service for what they take up.
struct FamilySurvey {
    let list: FamilyList
    /// What is missing in it, for people.
    let notes: [String]

    init(_ run: CommandRun) throws {
        let passport = try ServiceSurvey(run).operatorPassport()
        let families = try Self.all(of: ListFamilies.self, passport, run) {
            (last: FamilyAccount?) in
            .init(after: last?.familyUnitID)
        } page: {
            ($0.families, $0.hasMore)
        }
        var sums: [FamilyID: FamilyUsage] = [:]
        var unmeasured: [String] = []
        var notes: [String] = []
        for service in ServiceName.allCases {
            do {
                let measured = try run.decoded(
                    MeasureFamilies.Response.self,
                    try run.callAsAnybody(
                        MeasureFamilies.self, EmptyRequest(), at: service, passport: passport))
                for usage in measured.families {
                    sums[usage.familyUnitID] = usage + sums[usage.familyUnitID]
                }
                if measured.total > measured.families.count {
                    unmeasured.append(service.rawValue)
                    notes.append(
                        "\(service.rawValue) measured the \(measured.families.count) families "
                            + "that take up most, of \(measured.total)")
                }
            } catch let failure as CommandFailure {
                unmeasured.append(service.rawValue)
                notes.append("\(service.rawValue) is missing in the figures: \(failure.message)")
            }
        }
        list = FamilyList(
            families: families.map { MeasuredFamily($0, sums[$0.familyUnitID]) },
            unmeasured: unmeasured)
        self.notes = notes
    }

    /// Returns the rows of all pages of an operator's list. `request` asks for those after a row.
    static func all<Op: Contracts.Operation, Row>(
        of operation: Op.Type, _ passport: [UInt8], _ run: CommandRun,
        request: (Row?) -> Op.Request, page: (Op.Response) -> (rows: [Row], hasMore: Bool)
    ) throws -> [Row] {
        var rows: [Row] = []
        while true {
            let answer = try run.callAsAnybody(operation, request(rows.last), passport: passport)
            let found = page(try run.decoded(Op.Response.self, answer))
            rows += found.rows
            if !found.hasMore { return rows }
        }
    }
}

extension MeasuredFamily {
    fileprivate init(_ family: FamilyAccount, _ usage: FamilyUsage?) {
        self.init(
            familyUnitID: family.familyUnitID, name: family.name, createdAt: family.createdAt,
            memberCount: family.memberCount, lastUsedAt: family.lastUsedAt,
            rows: usage?.rows ?? 0, bytes: usage?.bytes ?? 0, fileBytes: usage?.fileBytes ?? 0)
    }
}

extension FamilyUsage {
    /// The sum of what the same family takes up in two services.
    fileprivate static func + (one: FamilyUsage, other: FamilyUsage?) -> FamilyUsage {
        FamilyUsage(
            familyUnitID: one.familyUnitID, rows: one.rows + (other?.rows ?? 0),
            bytes: one.bytes + (other?.bytes ?? 0),
            fileBytes: one.fileBytes + (other?.fileBytes ?? 0))
    }
}
