import Contracts

/// Why a name does not lead to a single record.
struct LogNameError: Error {
    let text: String

    /// Several records may be meant.
    static func several(_ name: String, _ names: [String]) -> LogNameError {
        let shown = names.prefix(3).joined(separator: " or ")
        return LogNameError(text: "\"\(name)\" may be \(shown); write the whole name")
    }

    /// So many coaches at a school have the name.
    static func namesakes(_ count: Int, _ name: String) -> LogNameError {
        LogNameError(text: NamesakeText.several(count, named: name, isAtSchool: true))
    }
}

/// Finds the schools of a log among those that the family has, and collects the new ones.
struct LogSchoolFinder {
    private struct Candidate {
        let school: LogSchool
        let name: String
        let words: [String]
    }

    private let rows: [LogRow]
    private let named: [String: [CatalogueSchool]]
    private var byName: [String: [LogSchool]] = [:]
    private var byWords: [[String]: [Candidate]] = [:]
    private var byShortened: [[String]: [Candidate]] = [:]
    private var byCatalogue: [String: LogSchool] = [:]
    /// The family's schools that have no id of the catalogue, by the words of their names.
    private var withoutID: [[String]: [LogSchool]] = [:]
    private(set) var newSchools: [LogPlan.NewSchool] = []
    /// The names that are not the family's as they are written.
    private(set) var unknownNames: [String] = []

    init(_ rows: [LogRow], schools: [School], named: [String: [CatalogueSchool]]) {
        self.rows = rows
        self.named = named
        for school in schools {
            let found = LogSchool.known(school.id, name: school.name)
            byName[CaseFolding.fold(school.name.trimmed), default: []].append(found)
            add(found, school.name)
            if let id = school.catalogueID {
                byCatalogue[id] = found
            } else {
                withoutID[LogNames.words(school.name), default: []].append(found)
            }
        }
        // Whole names come first: a short one may then mean one of them.
        for isShort in [false, true] {
            for row in rows where row.school != nil || row.catalogueID != nil {
                let words = LogNames.words(row.school ?? "")
                let isOwn = row.catalogueID == nil && LogNames.shortened(words) == nil
                if isOwn == isShort { addIfNew(row) }
            }
        }
        sortByLine()
    }

    private mutating func add(_ school: LogSchool, _ name: String) {
        let words = LogNames.words(name)
        let candidate = Candidate(school: school, name: name, words: words)
        byWords[words, default: []].append(candidate)
        if let short = LogNames.shortened(words) {
            byShortened[short, default: []].append(candidate)
        }
    }

    private mutating func addIfNew(_ row: LogRow) {
        guard case .success(nil) = school(of: row) else { return }
        let entry = row.school.flatMap { named[$0]?.first }
        if let name = row.school, entry == nil, row.catalogueID == nil,
            !unknownNames.contains(name)
        {
            unknownNames.append(name)
        }
        var form = SchoolForm(catalogueID: row.catalogueID ?? entry?.catalogueID)
        let name = entry?.name ?? row.school ?? row.catalogueID ?? ""
        if entry == nil { form.name = FormField(row.school) }
        if entry == nil, row.catalogueID == nil {
            // What the first row with the name says; the catalogue knows better.
            let same = rows.filter { $0.school == row.school }
            form.division = FormField(same.lazy.compactMap(\.division).first)
            form.state = FormField(same.lazy.compactMap(\.state).first)
        }
        let school = LogSchool.new(newSchools.count)
        newSchools.append(LogPlan.NewSchool(line: row.line, name: name, form: form))
        add(school, name)
        byName[CaseFolding.fold(name), default: []].append(school)
        if let id = row.catalogueID ?? entry?.catalogueID { byCatalogue[id] = school }
    }

    /// Puts the new schools into the order of their lines.
    private mutating func sortByLine() {
        let order = newSchools.indices.sorted { newSchools[$0].line < newSchools[$1].line }
        var places = [Int](repeating: 0, count: order.count)
        for (place, old) in order.enumerated() { places[old] = place }
        func moved(_ school: LogSchool) -> LogSchool {
            if case .new(let place) = school { .new(places[place]) } else { school }
        }
        func moved(_ candidates: [Candidate]) -> [Candidate] {
            candidates.map {
                Candidate(school: moved($0.school), name: $0.name, words: $0.words)
            }
        }
        newSchools = order.map { newSchools[$0] }
        byName = byName.mapValues { $0.map(moved) }
        byWords = byWords.mapValues(moved)
        byShortened = byShortened.mapValues(moved)
        byCatalogue = byCatalogue.mapValues(moved)
    }

    /// The school that a row names; nil if it names none. Fails if several may be meant.
    func school(of row: LogRow) -> Result<LogSchool?, LogNameError> {
        if let id = row.catalogueID { return .success(byCatalogue[id]) }
        guard let name = row.school else { return .success(nil) }
        let same = byName[CaseFolding.fold(name)] ?? []
        if let only = same.first {
            guard same.count > 1 else { return .success(only) }
            return .failure(
                LogNameError(
                    text: "Several schools are named \"\(name)\"; give the catalogue_id"))
        }
        let words = LogNames.words(name)
        let tries = [
            byWords[words] ?? [], LogNames.shortened(words) == nil ? byShortened[words] ?? [] : [],
        ]
        for candidates in tries {
            guard let only = candidates.first else { continue }
            guard Set(candidates.map(\.school)).count == 1 else {
                return .failure(.several(name, candidates.map(\.name)))
            }
            return .success(only.school)
        }
        let entries = named[name] ?? []
        let known = entries.compactMap(own)
        if known.count == 1 { return .success(known[0]) }
        return entries.count > 1
            ? .failure(.several(name, entries.map(\.name))) : .success(nil)
    }

    /// The family's school that is this one of the catalogue, by its id or else its name.
    private func own(_ entry: CatalogueSchool) -> LogSchool? {
        if let known = byCatalogue[entry.catalogueID] { return known }
        let typed = withoutID[LogNames.words(entry.name)] ?? []
        return typed.count == 1 ? typed[0] : nil
    }
}

/// Finds the coaches of a log among those that the family has, and collects the new ones.
struct LogCoachFinder {
    private let coaches: [Coach]
    private var atSchool: [SchoolID: [Coach]] = [:]
    private var byName: [[String]: [Coach]] = [:]
    /// The rows that name a coach, in the order of the file, by school and name.
    private var details: [Key: [LogRow]] = [:]
    private var places: [Key: Int] = [:]
    private var byLastName: [LogSchool: [String: Set<Key>]] = [:]
    private(set) var newCoaches: [LogPlan.NewCoach] = []

    private struct Key: Hashable {
        let school: LogSchool
        let words: [String]
    }

    init(_ coaches: [Coach]) {
        self.coaches = coaches
        for coach in coaches {
            if let school = coach.schoolID { atSchool[school, default: []].append(coach) }
            byName[LogNames.words(coach.fullName), default: []].append(coach)
        }
    }

    /// Remembers what a row says about a coach, so that other rows need not repeat it.
    mutating func note(_ row: LogRow, at school: LogSchool?) {
        guard case .named(let first, let last) = row.coach, let school else { return }
        let key = Key(school: school, words: LogNames.words("\(first) \(last)"))
        details[key, default: []].append(row)
        let name = LogNames.words(last).joined(separator: " ")
        byLastName[school, default: [:]][name, default: []].insert(key)
    }

    /// The only coach of the family with the name in a row that names no school.
    func anywhere(_ row: LogRow) -> Coach? {
        guard case .named(let first, let last) = row.coach else { return nil }
        let found = byName[LogNames.words("\(first) \(last)")] ?? []
        return found.count == 1 ? found[0] : nil
    }

    /// The coach of a row. Fails if several may be meant.
    mutating func coach(
        of row: LogRow, at school: LogSchool?
    ) -> Result<LogContactPerson, LogNameError> {
        let here: [Coach] =
            if case .known(let id, _)? = school { atSchool[id] ?? [] } else { [] }
        switch row.coach {
        case .none: return .success(.none)
        case .other(let name): return .success(.other(name))
        case .lastName(let name):
            let words = LogNames.words(name)
            let found = here.filter { LogNames.words($0.lastName) == words }
            if found.count > 1 {
                let isOneName = Set(found.map { LogNames.words($0.fullName) }).count == 1
                return .failure(
                    isOneName
                        ? .namesakes(found.count, found[0].fullName)
                        : .several(name, found.map(\.fullName)))
            }
            if let coach = found.first { return .success(.known(coach.id, name: coach.fullName)) }
            let keys = school.flatMap { byLastName[$0]?[words.joined(separator: " ")] } ?? []
            guard keys.count == 1, let key = keys.first, let row = details[key]?.first else {
                return .success(.other(name))
            }
            return coach(of: row, at: school)
        case .named(let first, let last):
            guard let school else {
                return .success(anywhere(row).map { .known($0.id, name: $0.fullName) } ?? .none)
            }
            let words = LogNames.words("\(first) \(last)")
            let found = here.filter { LogNames.words($0.fullName) == words }
            if found.count > 1 {
                return .failure(.namesakes(found.count, found[0].fullName))
            }
            let key = Key(school: school, words: words)
            // Another row with this name may have the address.
            let coach =
                found.first ?? with([row.email], among: here)
                ?? with(details[key, default: []].map(\.email), among: here)
            if let coach { return .success(.known(coach.id, name: coach.fullName)) }
            return .success(.new(place(first, last, key, row)))
        }
    }

    /// The only coach with one of these addresses.
    private func with(_ emails: [String?], among coaches: [Coach]) -> Coach? {
        let emails = Set(emails.compactMap { $0?.lowercased() })
        let found = coaches.filter { $0.email.map { emails.contains($0.lowercased()) } == true }
        return found.count == 1 ? found[0] : nil
    }

    /// The place of a new coach.
    private mutating func place(
        _ first: String, _ last: String, _ key: Key, _ row: LogRow
    ) -> Int {
        if let place = places[key] { return place }
        let rows = details[key] ?? [row]
        func told(_ path: KeyPath<LogRow, String?>) -> String? {
            rows.lazy.compactMap { $0[keyPath: path] }.first
        }
        let title = told(\.title)
        var form = CoachForm()
        form.firstName = FormField(first)
        form.lastName = FormField(last)
        form.role = FormField(CoachTitle.role(of: title).rawValue)
        form.email = FormField(told(\.email))
        form.phone = FormField(told(\.phone))
        form.twitterHandle = FormField(told(\.twitter))
        form.notes = FormField(title.flatMap(CoachTitle.note))
        let place = newCoaches.count
        places[key] = place
        newCoaches.append(
            LogPlan.NewCoach(
                line: row.line, name: "\(first) \(last)", school: key.school, form: form,
                guessesRole: title == nil))
        return place
    }
}
