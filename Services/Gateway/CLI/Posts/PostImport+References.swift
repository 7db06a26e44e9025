import CommandKit
import Contracts
import ServiceKit

/// Resolves the school and coach names of a file to ids. Each name is looked up once per run.
final class PostReferences {
    private typealias Reference = ResolveReferences.Reference

    private let run: CommandRun
    private let addsSchools: Bool
    private var schools: [SchoolReference: ResolveReferences.Resolved] = [:]
    private var coaches: [CoachReference: ResolveReferences.Resolved] = [:]
    /// The number of lines whose coach is unknown to the family.
    private(set) var unknownCoaches = 0

    init(_ run: CommandRun) {
        self.run = run
        addsSchools = run.invocation.isOn("add-schools")
    }

    /// The rows of these lines. A line with an unknown school is rejected; an unknown coach is left
    /// out.
    func rows(of lines: [PostLine]) throws -> [PostImportRow] {
        try resolve(lines)
        return lines.map { line in
            var row = PostImportRow(line: line.number, form: line.form, problems: line.problems)
            if let school = line.school, line.form.schoolID.value == nil {
                let found = schools[school]
                row.form.schoolID = FormField(found?.schoolID?.text)
                if let text = found?.errors["school"] {
                    row.problems = ["school": text].merging(line.problems ?? [:]) { $1 }
                }
            }
            if let coach = line.coach, line.form.coachID.value == nil {
                let found = coaches[coach]?.coachID
                if found == nil { unknownCoaches += 1 }
                row.form.coachID = FormField(found?.text)
            }
            return row
        }
    }

    private func resolve(_ lines: [PostLine]) throws {
        let newSchools = Set(lines.compactMap(\.school)).filter { schools[$0] == nil }
        let newCoaches = Set(lines.compactMap(\.coach)).filter { coaches[$0] == nil }
        for (school, found) in try look(up: Array(newSchools), { Reference(school: $0) }) {
            schools[school] = found
            if addsSchools, found.errors["school"] != nil, let id = school.catalogueID {
                schools[school] = try add(id) ?? found
            }
        }
        for (coach, found) in try look(up: Array(newCoaches), { Reference(coach: $0) }) {
            coaches[coach] = found
        }
    }

    private func look<Name: Sendable>(
        up names: [Name], _ reference: (Name) -> Reference
    ) throws -> [(Name, ResolveReferences.Resolved)] {
        var found: [(Name, ResolveReferences.Resolved)] = []
        for start in stride(from: 0, to: names.count, by: ImportLimit.batchRowsMax) {
            let part = names[start..<min(start + ImportLimit.batchRowsMax, names.count)]
            let answer = try run.read(
                ResolveReferences.self, .init(references: part.map(reference)))
            found += zip(
                part, try run.decoded(ResolveReferences.Response.self, answer).references)
        }
        return found
    }

    /// Adds a school from the catalogue to the family; nil if the catalogue does not have it. A dry
    /// run adds nothing and validates the line without its school.
    private func add(_ catalogueID: String) throws -> ResolveReferences.Resolved? {
        let request = AddSchool.Request(catalogueID: catalogueID)
        do {
            if run.isDryRun {
                try run.rehearse(AddSchool.self, request)
                return ResolveReferences.Resolved()
            }
            let answer = try run.prepare(AddSchool.self, request)
            var found = ResolveReferences.Resolved()
            found.schoolID = try run.decoded(AddSchool.Response.self, answer).school.id
            return found
        } catch let failure as CommandFailure where failure.exitCode == .invalid {
            return nil
        }
    }
}
