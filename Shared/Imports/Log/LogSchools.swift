import Contracts

/// Finds out which schools the names in a log mean, and collects those that the family does not
/// have.
struct LogSchools {
    /// A name with the state that its row gives.
    private struct Key: Hashable {
        let name: String
        let state: String?
    }

    /// A new school of a name that nobody has.
    private struct Bare {
        let school: LogSchool
        let name: String
    }

    private let rows: [LogRow]
    private let resolved: [ResolveSchools.Name: ResolveSchools.Resolved]
    private let answers: [String: SchoolAnswer]
    private let takesProposals: Bool
    private let followed: [SchoolID: String]
    private var byName: [String: LogSchool] = [:]
    private var byCatalogue: [String: LogSchool] = [:]
    private var bareByWords: [[String]: Bare] = [:]
    private var bareByShortened: [[String]: [Bare]] = [:]
    private var places: [Key: Int] = [:]
    private(set) var newSchools: [LogPlan.NewSchool] = []
    /// The names, in the order of the file.
    private(set) var names: [LogSchoolName] = []

    init(
        _ rows: [LogRow], _ columns: ImportColumns, schools: [School],
        resolved: [ResolveSchools.Name: ResolveSchools.Resolved], takesProposals: Bool
    ) {
        self.rows = rows
        self.resolved = resolved
        self.takesProposals = takesProposals
        answers = Self.answers(columns)
        followed = Dictionary(schools.map { ($0.id, $0.name) }, uniquingKeysWith: { one, _ in one })
        for school in schools {
            let known = LogSchool.known(school.id, name: school.name)
            byName[CaseFolding.fold(school.name.trimmed)] = known
            if let id = school.catalogueID { byCatalogue[id] = known }
        }
        // Whole names come first: a short one may then mean one of them.
        for isShort in [false, true] {
            for row in rows {
                guard let name = row.school, row.catalogueID == nil else { continue }
                let key = Self.key(name, row)
                if let place = places[key] {
                    if names[place].lines.last != row.line { names[place].lines.append(row.line) }
                } else if (LogNames.shortened(LogNames.words(name)) == nil) == isShort {
                    places[key] = names.count
                    names.append(meaning(of: name, row))
                }
            }
        }
        sort()
    }

    /// The answers about schools, by the names as `ImportWords.plain` writes them.
    private static func answers(_ columns: ImportColumns) -> [String: SchoolAnswer] {
        var answers: [String: SchoolAnswer] = [:]
        for said in columns.replaced where said.field == "school" {
            answers[ImportWords.plain(said.text)] = SchoolAnswer(said.value)
        }
        return answers
    }

    /// The names for which the coaches service says which schools they mean, each once: those of
    /// the rows, and those that a person named instead.
    static func queries(_ rows: [LogRow], _ columns: ImportColumns) -> [ResolveSchools.Name] {
        let answers = answers(columns)
        var seen: Set<ResolveSchools.Name> = []
        return rows.flatMap { row -> [ResolveSchools.Name] in
            guard let name = row.school, row.catalogueID == nil else { return [] }
            var queries = [ResolveSchools.Name(name: name, state: row.state)]
            if case .named(let other)? = answers[ImportWords.plain(name)] {
                queries.append(ResolveSchools.Name(name: other, state: nil))
            }
            return queries.filter { seen.insert($0).inserted }
        }
    }

    private static func key(_ name: String, _ row: LogRow) -> Key {
        let plain = ImportWords.plain(name)
        return Key(name: plain.isEmpty ? name : plain, state: row.state)
    }

    // MARK: Names

    private mutating func meaning(of name: String, _ row: LogRow) -> LogSchoolName {
        func made(
            _ certainty: LogSchoolName.Certainty, _ school: LogSchool?,
            _ candidates: [ResolveSchools.Candidate] = [], _ answer: SchoolAnswer? = nil
        ) -> LogSchoolName {
            LogSchoolName(
                name: name, lines: [row.line], candidates: candidates, certainty: certainty,
                answer: answer, school: school)
        }
        let own = resolved[ResolveSchools.Name(name: name, state: row.state)]
        guard let answer = answers[ImportWords.plain(name)] else {
            return read(own, name, row, made)
        }
        let candidates = own?.candidates ?? []
        switch answer {
        case .none: return made(.answered, nil, candidates, answer)
        case .new: return made(.answered, bare(name, row), candidates, answer)
        case .catalogue(let id):
            let name = candidates.first { $0.catalogueID == id }?.name
            return made(.answered, inCatalogue(id, name, row), candidates, answer)
        case .followed(let id):
            guard let known = followed[id] else { return made(.open, nil, candidates) }
            return made(.answered, .known(id, name: known), candidates, answer)
        case .named(let other):
            let meant = resolved[ResolveSchools.Name(name: other, state: nil)]
            guard let only = meant?.candidates.first, meant?.certain == true else {
                return made(.open, nil, meant?.candidates ?? [], answer)
            }
            return made(.answered, school(only, row), [only], SchoolAnswer(only))
        }
    }

    /// What a name means of which nobody said anything.
    private mutating func read(
        _ found: ResolveSchools.Resolved?, _ name: String, _ row: LogRow,
        _ made: (
            LogSchoolName.Certainty, LogSchool?, [ResolveSchools.Candidate], SchoolAnswer?
        ) -> LogSchoolName
    ) -> LogSchoolName {
        guard let found, let first = found.candidates.first else {
            if let known = byName[CaseFolding.fold(name)] { return made(.certain, known, [], nil) }
            return made(.new, bare(name, row), [], nil)
        }
        if found.certain { return made(.certain, school(first, row), found.candidates, nil) }
        guard takesProposals, found.isLikely else { return made(.open, nil, found.candidates, nil) }
        return made(.proposed, school(first, row), found.candidates, SchoolAnswer(first))
    }

    // MARK: Schools

    private mutating func school(
        _ candidate: ResolveSchools.Candidate, _ row: LogRow
    ) -> LogSchool? {
        if let id = candidate.schoolID { return .known(id, name: candidate.name) }
        return candidate.catalogueID.map { inCatalogue($0, candidate.name, row) }
    }

    private mutating func inCatalogue(_ id: String, _ name: String?, _ row: LogRow) -> LogSchool {
        if let known = byCatalogue[id] { return known }
        let school = add(name ?? id, row, SchoolForm(catalogueID: id))
        byCatalogue[id] = school
        return school
    }

    /// The new school of a name that nobody has. A name without "College" may mean one with it.
    private mutating func bare(_ name: String, _ row: LogRow) -> LogSchool? {
        if let known = byName[CaseFolding.fold(name)] { return known }
        let words = LogNames.words(name)
        if let same = bareByWords[words] { return same.school }
        let short = LogNames.shortened(words)
        if short == nil, let longer = bareByShortened[words], longer.count == 1 {
            return longer[0].school
        }
        var form = SchoolForm(name: name)
        // What the first row with the name says.
        let same = rows.filter { $0.school == name }
        form.division = FormField(same.lazy.compactMap(\.division).first)
        form.state = FormField(same.lazy.compactMap(\.state).first)
        let bare = Bare(school: add(name, row, form), name: name)
        bareByWords[words] = bare
        if let short { bareByShortened[short, default: []].append(bare) }
        return bare.school
    }

    private mutating func add(_ name: String, _ row: LogRow, _ form: SchoolForm) -> LogSchool {
        newSchools.append(LogPlan.NewSchool(line: row.line, name: name, form: form))
        return .new(newSchools.count - 1)
    }

    /// The school of a row; nil if the row has none. Throws if it is not known which one is meant.
    func school(of row: LogRow) throws(LogNameError) -> LogSchool? {
        if let id = row.catalogueID {
            return byCatalogue[id]
        }
        guard let name = row.school, let place = places[Self.key(name, row)] else { return nil }
        guard names[place].certainty != .open else {
            throw .several(name, names[place].candidates.map(\.name))
        }
        return names[place].school
    }

    /// Adds the schools that rows name by their ids of the catalogue.
    mutating func addByID(_ row: LogRow) {
        if let id = row.catalogueID { _ = inCatalogue(id, row.school, row) }
    }

    /// Keeps only these new schools, in the order of their lines. Returns their new places.
    mutating func keep(_ used: Set<Int>) -> [Int: Int] {
        let order = used.sorted { newSchools[$0].line < newSchools[$1].line }
        let moved = Dictionary(
            uniqueKeysWithValues: order.enumerated().map { ($0.element, $0.offset) })
        newSchools = order.map { newSchools[$0] }
        for place in names.indices {
            if case .new(let old)? = names[place].school {
                names[place].school = moved[old].map { .new($0) }
            }
        }
        return moved
    }

    private mutating func sort() {
        let order = names.indices.sorted { names[$0].lines[0] < names[$1].lines[0] }
        var moved = [Int](repeating: 0, count: order.count)
        for (place, old) in order.enumerated() { moved[old] = place }
        names = order.map { names[$0] }
        places = places.mapValues { moved[$0] }
    }
}

extension ResolveSchools.Resolved {
    /// Whether the first candidate is probably meant: the only one that the family follows. What is
    /// merely the nearest in the catalogue is asked about.
    fileprivate var isLikely: Bool { candidates.count { $0.schoolID != nil } == 1 }
}
