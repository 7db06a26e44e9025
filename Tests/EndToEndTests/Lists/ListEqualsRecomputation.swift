import Contracts
import Foundation
import ServiceKit
import Support
import Testing

/// Compares `interactions list` with a recomputation of its rules by `ListOracle`: for the demo's
/// rows and for a family with difficult data, for every reader, with each filter alone and
/// combined. IL-01 … IL-28, D-05, D-06, T-12 … T-14, X-05, R-04, R-16, R-17.
@Suite(.onePerCore) struct ListEqualsRecomputation {
    private static let now = Instant(text: "2026-03-12T18:30:15.250Z") ?? .earliest
    /// The number of filter combinations per reader.
    private static let combinations = 120

    @Test func listEqualsARecomputation() throws {
        let began = ContinuousClock.now
        let now = Self.now.milliseconds
        let system = try SystemUnderTest(now: Self.now)
        var families = try DemoFamilies(system, now: now).load()
        #expect(families.reduce(0) { $0 + $1.rows.count } == 800)
        let noah = families[1].players[0]
        var mother = try system.makePerson("Shared Parent", .parent)
        var generator = GeneratedFamily(system, now: now)
        let generated = try generator.load(sharing: &mother)
        families.append(generated)
        let loaded = ContinuousClock.now
        var figures = Figures()
        for family in families {
            let stranger = family.id == families[1].id ? families[0].players[0] : noah
            try check(family, system, &figures)
            checkStranger(stranger, family, system)
        }
        families[2] = try deleteSome(of: generated, system)
        try check(families[2], system, &figures)
        families[2] = try removeDates(of: families[2], system)
        try check(families[2], system, &figures)
        let commands = try checkCommandLine(families, stranger: noah, system)
        print(
            "list: \(families.map(\.rows.count)) rows, \(figures.lists) lists,",
            "\(figures.rows) rows read, \(figures.empty) lists empty, \(commands) commands;",
            "loaded in \((loaded - began).milliseconds) ms,",
            "all in \((ContinuousClock.now - began).milliseconds) ms")
        #expect(figures.lists > 2_000)
        // Agreement on mostly empty lists would prove nothing.
        #expect(figures.empty * 2 < figures.lists)
    }

    private struct Figures {
        var lists = 0
        var rows = 0
        var empty = 0
    }

    // MARK: Lists

    private func check(
        _ family: ListFamily, _ system: SystemUnderTest, _ figures: inout Figures
    ) throws {
        let oracle = family.oracle(at: Self.now.milliseconds)
        let records = Dictionary(
            uniqueKeysWithValues: try family.rows.map { ($0.id, try $0.canonicalJSON()) })
        for person in family.players + family.parents {
            let reader = ListOracle.Reader(user: person.userID, role: person.role)
            let alone = FilterChoices.alone(for: person, of: family, oracle)
            var random = SeededNumbers(seed: UInt64(truncatingIfNeeded: family.rows.count))
            // Combinations with a filter that matches nothing would match nothing either.
            let useful = alone.filter { !oracle.page(for: reader, $0).ids.isEmpty }
            let combined = (0..<Self.combinations).map { _ in
                FilterChoices.combined(useful, using: &random)
            }
            let results = try inParallel(
                [ListFilters()] + alone + combined, threads: 4
            ) { filters in
                let json = try system.json(
                    ListInteractions.self, filters.request, as: person, in: family.id)
                let answer = try ListAnswer(json)
                let page = oracle.page(for: reader, filters)
                let differences = try answer.differences(
                    from: page, records: records, first: filters == ListFilters() ? .max : 4)
                return (filters, answer.rows.count, differences)
            }
            for (filters, count, differences) in results {
                figures.lists += 1
                figures.rows += count
                figures.empty += count == 0 ? 1 : 0
                #expect(differences.isEmpty, "\(person.name) \(filters.words): \(differences)")
            }
            checkForeignLogger(person, family, system)
        }
    }

    /// a player may only filter by themselves.
    private func checkForeignLogger(
        _ person: Person, _ family: ListFamily, _ system: SystemUnderTest
    ) {
        guard person.role == .player else { return }
        for other in family.players + family.parents where other.userID != person.userID {
            let refusal = system.refusal(
                of: ListInteractions.self, ListFilters(loggedBy: other.userID).request,
                as: person, in: family.id)
            #expect(refusal?.code == .forbidden)
        }
    }

    /// to a stranger the family looks like one that does not exist.
    private func checkStranger(
        _ stranger: Person, _ family: ListFamily, _ system: SystemUnderTest
    ) {
        for filters in [ListFilters(), ListFilters(search: "a"), ListFilters(days: 90)] {
            let foreign = system.refusal(
                of: ListInteractions.self, filters.request, as: stranger, in: family.id)
            let missing = system.refusal(
                of: ListInteractions.self, filters.request, as: stranger,
                in: FamilyID.make(at: Self.now))
            #expect(foreign?.code == .notFound)
            #expect(foreign == missing)
        }
    }

    // MARK: Changes

    /// Deletes every seventh row as its logger, and restores every second of those.
    private func deleteSome(
        of family: ListFamily, _ system: SystemUnderTest
    ) throws -> ListFamily {
        var family = family
        var deletions = 0
        for index in family.rows.indices where index % 7 == 0 {
            let row = family.rows[index]
            let id = try #require(InteractionID(text: row.id))
            let answer = try system.call(
                DeleteInteraction.self, .init(id: id), as: row.logger, in: family.id)
            deletions += 1
            if deletions % 2 == 0 {
                _ = try system.call(
                    UndoOperation.self, .init(operationID: answer.operationID), as: row.logger,
                    in: family.id, at: .interactions)
            } else {
                family.rows[index].isDeleted = true
            }
        }
        #expect(family.rows.count { $0.isDeleted } > 10)
        return family
    }

    /// D-05: rows as in older data, without one or both dates. Nothing creates such rows, so they
    /// are written to the database of the stopped service.
    private func removeDates(
        of family: ListFamily, _ system: SystemUnderTest
    ) throws -> ListFamily {
        var family = family
        #expect(system.stop(.interactions) == .exit(0))
        let file = try DatabaseFile.writable(system.home.database(of: "interactions"))
        for index in family.rows.indices where index % 11 == 3 {
            let lacksCreation = index % 2 == 0
            family.rows[index].lacksOccurrence = true
            family.rows[index].lacksCreation = lacksCreation
            try file.execute(
                """
                UPDATE interactions SET occurred_at = NULL,
                    created_at = CASE ?1 WHEN 1 THEN NULL ELSE created_at END,
                    newest_first = CASE ?1 WHEN 1 THEN 9223372036854775807
                        ELSE -created_at END
                WHERE lower(hex(id)) = ?2
                """, lacksCreation ? 1 : 0, family.rows[index].id.replacing("-", with: ""))
        }
        file.close()
        system.start(.interactions)
        try system.waitUntilReady(.interactions, starts: 2)
        return family
    }

    // MARK: Command line

    /// The output of `compass … --json` equals the operation's response byte for byte (DESIGN.md
    /// 3).
    private func checkCommandLine(
        _ families: [ListFamily], stranger: Person, _ system: SystemUnderTest
    ) throws -> Int {
        var commands = 0
        for family in families {
            let oracle = family.oracle(at: Self.now.milliseconds)
            let records = Dictionary(
                uniqueKeysWithValues: try family.rows.map { ($0.id, try $0.canonicalJSON()) })
            for person in [family.players.last, family.parents.first].compactMap({ $0 }) {
                let context = "p\(commands)"
                try system.signInOnCommandLine(person, as: context)
                let alone = FilterChoices.alone(for: person, of: family, oracle)
                var random = SeededNumbers(seed: 7)
                let chosen =
                    [ListFilters()] + alone.shuffled(using: &random).prefix(4)
                    + (0..<4).map { _ in FilterChoices.combined(alone, using: &random) }
                for filters in chosen {
                    var filters = filters
                    if filters.days != nil { filters.zone = filters.zone ?? "UTC" }
                    let result = try system.compass(
                        ["interactions", "list", "--json", "--family", family.id.text]
                            + filters.words, as: context)
                    commands += 1
                    #expect(result.ending == .exit(0), "\(filters.words) \(result.errors)")
                    let answer = try ListAnswer(result.output)
                    let page = oracle.page(
                        for: .init(user: person.userID, role: person.role), filters)
                    let differences = try answer.differences(from: page, records: records)
                    #expect(differences.isEmpty, "\(filters.words): \(differences)")
                }
            }
        }
        try system.signInOnCommandLine(stranger, as: "stranger")
        for family in families where family.id != families[1].id {
            let result = try system.compass(
                ["interactions", "list", "--json", "--family", family.id.text], as: "stranger")
            commands += 1
            #expect(result.ending == .exit(6))
            let error = try result.object["error"] as? [String: Any]
            #expect(error?["code"] as? String == "not_found")
        }
        return commands
    }
}
