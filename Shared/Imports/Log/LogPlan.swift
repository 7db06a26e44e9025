public import Contracts

/// What becomes of a family's own log of contacts: which schools and coaches are there, which are
/// added, and which contacts are logged. Each step of an import makes the plan anew from what is
/// there, so that an import that was interrupted goes on where it ended.
public struct LogPlan: Sendable {
    /// A school to add.
    public struct NewSchool: Sendable {
        /// The line that names it first.
        public let line: Int
        public let name: String
        public let form: SchoolForm
    }

    /// A coach to add.
    public struct NewCoach: Sendable {
        /// The line that names them first.
        public let line: Int
        public let name: String
        public let school: LogSchool?
        public let form: CoachForm
        /// Whether the role is a guess.
        let guessesRole: Bool
    }

    /// A row, and what it refers to.
    public struct Entry: Sendable {
        public let row: LogRow
        public let school: LogSchool?
        public let coach: LogContactPerson
        /// Whether the contact is logged already.
        public fileprivate(set) var isThere = false
    }

    /// The schools to add, in the order of the file.
    public private(set) var newSchools: [NewSchool] = []
    /// The coaches to add, in the order of the file.
    public private(set) var newCoaches: [NewCoach] = []
    /// The rows without errors.
    public private(set) var entries: [Entry] = []
    /// The errors of the others.
    public private(set) var report: ImportReport
    /// The number of rows in the file.
    public let rowCount: Int

    /// Makes the plan.
    ///
    /// - Parameter named: The schools of the catalogue that names stand for, by the names for which
    ///   `unknownNames` asks.
    public init(
        _ rows: [LogRow], _ columns: ImportColumns, schools: [School], coaches: [Coach],
        named: [String: [CatalogueSchool]]
    ) {
        rowCount = rows.count
        report = ImportReport(kind: .log, columns: columns)
        let finder = LogSchoolFinder(rows, schools: schools, named: named)
        newSchools = finder.newSchools
        if newSchools.count > LogLimit.newSchoolsMax {
            let line = newSchools[LogLimit.newSchoolsMax].line
            refuse(
                rows.first { $0.line == line },
                ["school": "A file adds at most \(LogLimit.newSchoolsMax) schools; split it"])
        }
        var people = LogCoachFinder(coaches)
        var found: [(row: LogRow, school: LogSchool?)] = []
        for row in rows {
            switch finder.school(of: row) {
            case .success(let school):
                guard school == nil else {
                    found.append((row, school))
                    people.note(row, at: school)
                    continue
                }
                // The coach's school is that of the contact.
                guard let coach = people.anywhere(row) else {
                    refuse(row, Self.errors(in: row, school: "Please name the school"))
                    continue
                }
                let name = schools.first { $0.id == coach.schoolID }?.name
                found.append((row, coach.schoolID.map { .known($0, name: name ?? "") }))
            case .failure(let error):
                refuse(row, Self.errors(in: row, school: error.text))
            }
        }
        for (row, school) in found {
            let coach = people.coach(of: row, at: school)
            var errors = Self.errors(in: row)
            if case .failure(let error) = coach { errors["coach"] = error.text }
            if case .success(.new(let place)) = coach, people.newCoaches[place].line == row.line {
                errors.merge(Self.errors(in: people.newCoaches[place])) { own, _ in own }
            }
            if case .new(let place)? = school, newSchools[place].line == row.line {
                errors.merge(Self.errors(in: newSchools[place])) { own, _ in own }
            }
            guard errors.isEmpty, case .success(let person) = coach else {
                refuse(row, errors)
                continue
            }
            entries.append(Entry(row: row, school: school, coach: person))
        }
        newCoaches = people.newCoaches
        report.sort()
    }

    /// The names of schools that are not the family's as they are written, at most
    /// `LogLimit.newSchoolsMax` and one. The catalogue may know them.
    public static func unknownNames(_ rows: [LogRow], schools: [School]) -> [String] {
        let finder = LogSchoolFinder(rows, schools: schools, named: [:])
        return Array(finder.unknownNames.prefix(LogLimit.newSchoolsMax + 1))
    }

    /// The school of the catalogue that a name stands for, among those that a search has found: by
    /// its name, another name or its name without "University" and "College", or else the one that
    /// the search says is named, such as by its web address. Several if they share the name; empty
    /// if none has it.
    ///
    /// - Parameter namedID: The `namedID` of the search.
    public static func schools(
        named name: String, among found: [CatalogueSchool], namedID: String?
    ) -> [CatalogueSchool] {
        let words = LogNames.words(name)
        let ways: [(CatalogueSchool) -> Bool] = [
            { LogNames.words($0.name) == words },
            { school in
                (school.alias ?? "").split { "|;,".contains($0) }
                    .contains { LogNames.words(String($0)) == words }
            },
            { LogNames.shortened(LogNames.words($0.name)) == words },
        ]
        for way in ways {
            let named = found.filter(way)
            if !named.isEmpty { return named }
        }
        guard let school = found.first(where: { $0.catalogueID == namedID }) else { return [] }
        // The only match may have the name in the middle of its words, which is no more than a
        // guess.
        return found.count > 1 || hasWords(of: name, school) ? [school] : []
    }

    /// Whether each word of a name is one of the school's words: those of its names, its city, its
    /// state and its web address.
    private static func hasWords(of name: String, _ school: CatalogueSchool) -> Bool {
        let site = (school.website ?? "").replacing(".", with: " ")
        let texts = [school.name, school.alias ?? "", school.city, school.state, site]
        let own = Set(texts.flatMap(NameFolding.words))
        let words = NameFolding.words(name)
        return words.allSatisfy(own.contains) || own.contains(words.joined())
    }

    // MARK: Errors

    private mutating func refuse(_ row: LogRow?, _ errors: [String: String]) {
        guard let row else { return }
        report.refuse(row.source, errors)
    }

    /// The errors of the contact, by the fields of a log.
    private static func errors(in row: LogRow) -> [String: String] {
        var form = row.form
        // Any school: which one it is does not matter here.
        form.schoolID = FormField(SchoolID.placeholder.text)
        return errors { () throws(ServiceError) in _ = try form.validated() }
    }

    /// The same for a contact whose school is unknown.
    private static func errors(in row: LogRow, school text: String) -> [String: String] {
        errors(in: row).merging(["school": text]) { _, school in school }
    }

    private static func errors(in coach: NewCoach) -> [String: String] {
        let fields = [
            "email": "coach_email", "phone": "coach_phone", "twitter_handle": "coach_twitter",
            "first_name": "coach", "last_name": "coach", "notes": "coach_title",
        ]
        return errors(renaming: fields) { () throws(ServiceError) in
            _ = try coach.form.validated()
        }
    }

    private static func errors(in school: NewSchool) -> [String: String] {
        errors(renaming: ["name": "school"]) { () throws(ServiceError) in
            _ = try school.form.validated()
        }
    }

    private static func errors(
        renaming fields: [String: String] = [:], _ body: () throws(ServiceError) -> Void
    ) -> [String: String] {
        do throws(ServiceError) {
            try body()
            return [:]
        } catch {
            return Dictionary(
                error.errors.map { (fields[$0.key] ?? $0.key, $0.value) },
                uniquingKeysWith: { first, _ in first })
        }
    }

    // MARK: What is there already

    /// Marks the rows whose contacts are among these. A contact stands for one row, so that rows
    /// which are equal are all logged.
    public mutating func leaveOut(_ interactions: [Interaction]) {
        var there: [LogContact: Int] = [:]
        for interaction in interactions { there[LogContact(interaction), default: 0] += 1 }
        for place in entries.indices {
            guard let contact = LogContact(entries[place]), let count = there[contact], count > 0
            else { continue }
            there[contact] = count - 1
            entries[place].isThere = true
        }
    }

    // MARK: Rows for the services

    /// The new schools as rows of an import.
    public var schoolRows: [SchoolImportRow] {
        newSchools.map { SchoolImportRow(line: $0.line, form: $0.form) }
    }

    /// The new coaches as rows of an import; their schools have to be there.
    public var coachRows: [CoachImportRow] {
        newCoaches.map { coach in
            var form = coach.form
            if case .known(let id, _)? = coach.school { form.schoolID = FormField(id.text) }
            return CoachImportRow(
                line: coach.line, key: nil, school: nil, addsSchool: nil, form: form,
                responsivenessScore: nil, lastContactDate: nil)
        }
    }

    /// The contacts to log as rows of an import; their schools and coaches have to be there.
    public var interactionRows: [InteractionImportRow] {
        entries.filter { !$0.isThere }.map {
            InteractionImportRow(line: $0.row.line, form: $0.form)
        }
    }

    // MARK: Figures

    /// The number of contacts to log.
    public var contactCount: Int { entries.count { !$0.isThere } }

    /// The number of contacts that are logged already.
    public var thereCount: Int { entries.count { $0.isThere } }

    /// The numbers of records to add, by kind, without kinds of which there are none.
    public var counts: [(kind: String, count: Int)] {
        let counts: [(kind: String, count: Int)] = [
            ("schools", newSchools.count), ("coaches", newCoaches.count),
            ("interactions", contactCount),
        ]
        return counts.filter { $0.count > 0 }
    }

    /// The numbers of records to add, in words; empty if there are none.
    public var countsText: String {
        counts.map { CountedNoun.text($0.count, $0.kind) }.joined(separator: ", ")
    }

    /// Whether there is nothing to store.
    public var isEmpty: Bool { newSchools.isEmpty && newCoaches.isEmpty && contactCount == 0 }

    /// Sentences about what was settled where the file says nothing.
    public func assumptions(_ defaults: LogDefaults) -> [String] {
        func count(_ field: String) -> Int { entries.count { $0.row.leftOut.contains(field) } }
        var texts: [String] = []
        if count("type") > 0 {
            texts.append("\(Self.rows(count("type"))) no type: \(defaults.type.rawValue)")
        }
        if count("direction") > 0 {
            texts.append(
                "\(Self.rows(count("direction"))) no direction: \(defaults.direction.rawValue)")
        }
        let roles = newCoaches.count { $0.guessesRole }
        if roles > 0 {
            texts.append(
                "\(CountedNoun.text(roles, "coaches")) without a title: "
                    + CoachRole.assistant.rawValue)
        }
        return texts
    }

    private static func rows(_ count: Int) -> String {
        count == 1 ? "1 row has" : "\(count) rows have"
    }

    /// The name of an entry's school, and whether it is new.
    public func school(of entry: Entry) -> (name: String, isNew: Bool) {
        switch entry.school {
        case .known(_, let name): (name, false)
        case .new(let place): (newSchools[place].name, true)
        case nil: ("", false)
        }
    }

    /// The name of an entry's coach, and whether they are new; nil for none.
    public func coach(of entry: Entry) -> (name: String, isNew: Bool)? {
        switch entry.coach {
        case .none: nil
        case .known(_, let name): (name, false)
        case .new(let place): (newCoaches[place].name, true)
        case .other(let name): (name, false)
        }
    }
}

extension LogPlan.Entry {
    /// The form of the contact, with what is known of school and coach.
    var form: CreateInteraction.Request {
        var form = row.form
        if case .known(let id, _)? = school { form.schoolID = FormField(id.text) }
        if case .known(let id, _) = coach {
            form.coachID = FormField(id.text)
            form.otherCoachName = FormField(nil)
        }
        return form
    }
}

/// What makes two contacts the same.
private struct LogContact: Hashable {
    let school: SchoolID?
    let coach: CoachID?
    let other: String?
    let type: InteractionType
    let direction: Direction
    let occurredAt: ContactTime?
    let subject: String?
    let content: String?

    init(_ record: Interaction) {
        school = record.schoolID
        coach = record.coachID
        other = record.otherCoachName
        type = record.type
        direction = record.direction
        occurredAt = record.occurredAt.map { ContactTime($0, knownTo: record.occurredPrecision) }
        subject = record.subject
        content = record.content
    }

    /// Nil for an entry whose school or coach is new, so that it cannot be there.
    init?(_ entry: LogPlan.Entry) {
        if case .new = entry.school { return nil }
        if case .new = entry.coach { return nil }
        guard let input = try? entry.form.validated() else { return nil }
        school = input.schoolID
        coach = input.coachID
        other = input.otherCoachName
        type = input.type
        direction = input.direction
        occurredAt = ContactTime(input.occurredAt, knownTo: input.occurredPrecision)
        subject = input.subject
        content = input.content
    }
}

extension Identifier {
    /// An id that belongs to nothing.
    fileprivate static var placeholder: Self { Self(high: 1, low: 1) }
}
