public import Contracts

/// What the names of schools and coaches in a file of posts stand for. Each is looked up once;
/// whoever drives it makes the calls.
public struct PostReferences: Sendable {
    private var schools: [SchoolReference: ResolveReferences.Resolved] = [:]
    private var coaches: [CoachReference: ResolveReferences.Resolved] = [:]
    /// The number of lines whose coach is unknown to the family.
    public private(set) var unknownCoaches = 0

    public init() {}

    /// The names in these lines that were not looked up yet, in requests of at most
    /// `ImportLimit.batchRowsMax`.
    public func unknown(in lines: [PostLine]) -> [[ResolveReferences.Reference]] {
        let newSchools = Set(lines.compactMap(\.school)).filter { schools[$0] == nil }
        let newCoaches = Set(lines.compactMap(\.coach)).filter { coaches[$0] == nil }
        let all =
            newSchools.map { ResolveReferences.Reference(school: $0) }
            + newCoaches.map { ResolveReferences.Reference(coach: $0) }
        return stride(from: 0, to: all.count, by: ImportLimit.batchRowsMax).map { start in
            Array(all[start...].prefix(ImportLimit.batchRowsMax))
        }
    }

    /// Takes what a name stands for.
    public mutating func add(
        _ found: ResolveReferences.Resolved, for reference: ResolveReferences.Reference
    ) {
        if let school = reference.school { schools[school] = found }
        if let coach = reference.coach { coaches[coach] = found }
    }

    /// The rows of these lines. A line with an unknown school is rejected; an unknown coach is left
    /// out.
    public mutating func rows(of lines: [PostLine]) -> [PostImportRow] {
        var rows: [PostImportRow] = []
        rows.reserveCapacity(lines.count)
        for line in lines {
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
            rows.append(row)
        }
        return rows
    }
}
