import Contracts
import Foundation
import ServiceKit

/// The two families of the demo with its 800 rows, loaded through the services.
struct DemoFamilies {
    /// The logger of each row, repeated every ten rows.
    private static let loggers = [
        "maya", "maya", "maya", "maya", "maya", "leo", "leo", "leo", "leo", "noah",
    ]

    private let system: SystemUnderTest
    private let now: Int64
    private let coachRows: [[String: String]]
    private let rows: [(player: String, row: [String: String])]

    init(_ system: SystemUnderTest, now: Int64) throws {
        self.system = system
        self.now = now
        coachRows = try Self.read("coaches")
        rows = try Self.read("interactions").enumerated().map { index, row in
            (Self.loggers[index % Self.loggers.count], row)
        }
    }

    /// The rows of a demo file, by column.
    static func read(_ name: String) throws -> [[String: String]] {
        let path = Checkout.file("deploy/demo/\(name).csv")
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        var reader = CSVReader(Array(data))
        var lines = try reader.rest().map(\.fields)
        let header = lines.removeFirst()
        return lines.map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
    }

    /// Loads the family of the siblings with two parents, and that of the single player with one of
    /// those parents.
    func load() throws -> [ListFamily] {
        let riveras = try system.makeHousehold("Maya Rivera", family: "The Riveras")
        let brandts = try system.makeHousehold("Noah Brandt", family: "The Brandts")
        let leo = try riveras.makeMember("Leo Rivera", .player)
        let elena = try riveras.makeMember("Elena Rivera", .parent)
        var daniel = try riveras.makeMember("Daniel Brandt", .parent)
        try system.join(brandts.codes.parentCode, as: &daniel)
        let families = [
            (
                ListFamily(
                    id: riveras.id, zone: "UTC", players: [riveras.player, leo],
                    parents: [elena, daniel]), ["maya", "leo"]
            ),
            (
                ListFamily(
                    id: brandts.id, zone: "UTC", players: [brandts.player], parents: [daniel]),
                ["noah"]
            ),
        ]
        return try families.map { family, players in try load(family, players) }
    }

    private func load(_ family: ListFamily, _ players: [String]) throws -> ListFamily {
        var family = family
        let mine = rows.filter { players.contains($0.player) }
        let schools = try addSchools(Set(mine.compactMap { $0.row["school_unitid"] }), family)
        let coaches = try addCoaches(
            Set(mine.compactMap { $0.row["coach_key"] }), schools, family)
        family.schools = Array(schools.values)
        family.coaches = Array(coaches.values)
        let shift = try daysToShift() * 86_400_000
        let (system, now, target) = (system, now, family)
        family.rows = try inParallel(mine) { entry in
            let row = entry.row
            func text(_ column: String) -> String? { row[column].flatMap { $0.isEmpty ? nil : $0 } }
            guard let school = schools[row["school_unitid"] ?? ""],
                let player = players.firstIndex(of: entry.player),
                let occurredAt = Instant(text: row["occurred_at"] ?? "")
            else { throw SystemUnderTest.Failure(description: "no right row: \(row)") }
            let draft = ListFamily.Draft(
                player: player, school: school, coach: coaches[row["coach_key"] ?? ""],
                type: row["type"] ?? "", direction: row["direction"] ?? "",
                subject: text("subject"), content: text("content"), sentiment: text("sentiment"),
                occurredAt: occurredAt.milliseconds + shift)
            return try target.log(draft, through: system, at: now)
        }
        return family
    }

    /// The number of days to add so that the newest row is within the 24 hours before now.
    private func daysToShift() throws -> Int64 {
        let newest = rows.compactMap { Instant(text: $0.row["occurred_at"] ?? "")?.milliseconds }
        return (now - (newest.max() ?? now)) / 86_400_000
    }

    private func addSchools(
        _ wanted: Set<String>, _ family: ListFamily
    ) throws -> [String: ListFamily.ListSchool] {
        let (system, founder) = (system, family.players[0])
        let added = try inParallel(wanted.sorted()) { unit in
            let school = try system.call(
                AddSchool.self, .init(catalogueID: unit), as: founder, in: family.id
            ).school
            return (unit, ListFamily.ListSchool(id: school.id, name: school.name))
        }
        return Dictionary(uniqueKeysWithValues: added)
    }

    private func addCoaches(
        _ wanted: Set<String>, _ schools: [String: ListFamily.ListSchool], _ family: ListFamily
    ) throws -> [String: ListFamily.ListCoach] {
        let (system, founder) = (system, family.players[0])
        let named = coachRows.filter { wanted.contains($0["coach_key"] ?? "") }
        let added = try inParallel(named) { row in
            guard let school = schools[row["school_unitid"] ?? ""], let key = row["coach_key"],
                let first = row["first_name"], let last = row["last_name"]
            else { throw SystemUnderTest.Failure(description: "no right coach: \(row)") }
            let form = CoachForm(firstName: first, lastName: last, schoolID: school.id)
            let coach = try system.call(AddCoach.self, form, as: founder, in: family.id).coach
            return (
                key, ListFamily.ListCoach(id: coach.id, name: "\(first) \(last)", school: school)
            )
        }
        return Dictionary(uniqueKeysWithValues: added)
    }
}
