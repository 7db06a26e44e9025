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

    /// A row that is not imported.
    public struct LeftOutRow: Sendable {
        public let row: LogRow
        /// The line that says the same; nil if a person left the row out.
        public let repeated: Int?
    }

    /// The schools to add, in the order of the file.
    public private(set) var newSchools: [NewSchool] = []
    /// The coaches to add, in the order of the file.
    public private(set) var newCoaches: [NewCoach] = []
    /// The rows that are ready.
    public private(set) var entries: [Entry] = []
    /// The rows that wait until it is known which school they mean.
    public private(set) var waiting: [LogRow] = []
    /// The rows that a person left out, and those that say the same as an earlier one.
    public private(set) var leftOut: [LeftOutRow] = []
    /// The names of schools, in the order of the file.
    public private(set) var schoolNames: [LogSchoolName] = []
    /// The errors of the rows that cannot be read.
    public private(set) var report: ImportReport
    /// The columns with texts that fill no field.
    public let unreadColumns: [UnreadColumn]
    /// The number of rows in the file.
    public let rowCount: Int

    /// Makes the plan.
    ///
    /// - Parameter resolved: What the names mean for which `schoolNames(in:_:)` asks.
    public init(
        _ rows: [LogRow], _ columns: ImportColumns, schools: [School], coaches: [Coach],
        resolved: [ResolveSchools.Name: ResolveSchools.Resolved] = [:],
        answers: LogAnswers = LogAnswers()
    ) {
        rowCount = rows.count
        report = ImportReport(kind: .log, columns: columns)
        unreadColumns = UnreadColumn.all(of: columns, rows.map(\.source))
        leftOut = rows.filter { answers.leftOut.contains($0.line) }
            .map { LeftOutRow(row: $0, repeated: nil) }
        var taken: [LogRow] = []
        for row in rows where !answers.leftOut.contains(row.line) {
            // The values of a row of the wrong shape may be those of other columns.
            if let text = columns.excess(in: row.source) {
                report.refuse(row.source, [ImportReport.Refusal.row: text])
            } else {
                taken.append(row)
            }
        }
        var finder = LogSchools(
            taken, columns, schools: schools, resolved: resolved,
            takesProposals: answers.takesProposals)
        for row in taken { finder.addByID(row) }
        let schoolErrors = finder.newSchools.map { Self.errors(in: $0) }
        var people = LogCoachFinder(coaches)
        var found: [(row: LogRow, school: LogSchool?)] = []
        for row in taken {
            guard let school = place(row, finder, schoolErrors, &people, schools) else { continue }
            found.append((row, school.place))
            if !school.isOfCoach { people.note(row, at: school.place) }
        }
        entries = found.compactMap { entry($0.row, at: $0.school, &people) }
        newCoaches = people.newCoaches
        leaveOutRepeated(takenIn: answers.takenIn)
        keepUsed(&finder)
        newSchools = finder.newSchools
        schoolNames = finder.names
        report.sort()
    }

    /// Where a row's contact was; nil if the row cannot be read, which is reported.
    private mutating func place(
        _ row: LogRow, _ finder: LogSchools, _ schoolErrors: [[String: String]],
        _ people: inout LogCoachFinder, _ schools: [School]
    ) -> (place: LogSchool?, isOfCoach: Bool)? {
        var errors = Self.errors(in: row)
        do throws(LogNameError) {
            if let school = try finder.school(of: row) {
                if case .new(let place) = school {
                    errors.merge(schoolErrors[place]) { own, _ in own }
                    if place >= LogLimit.newSchoolsMax {
                        errors["school"] =
                            "A file adds at most \(LogLimit.newSchoolsMax) schools; split it"
                    }
                }
                errors.merge(people.errors(in: row)) { own, _ in own }
                if errors.isEmpty { return (school, false) }
            } else if let coach = people.anywhere(row) {
                // The coach's school is that of the contact.
                let name = schools.first { $0.id == coach.schoolID }?.name
                if errors.isEmpty {
                    return (coach.schoolID.map { .known($0, name: name ?? "") }, true)
                }
            } else {
                errors["school"] = "Please name the school"
            }
        } catch {
            if errors.isEmpty {
                waiting.append(row)
                return nil
            }
            errors["school"] = error.text
        }
        report.refuse(row.source, errors)
        return nil
    }

    /// The entry of a row; nil if its coach is not known, which is reported.
    private mutating func entry(
        _ row: LogRow, at school: LogSchool?, _ people: inout LogCoachFinder
    ) -> Entry? {
        switch people.coach(of: row, at: school) {
        case .success(let coach): return Entry(row: row, school: school, coach: coach)
        case .failure(let error):
            report.refuse(row.source, ["coach": error.text])
            return nil
        }
    }

    /// Leaves out the rows that say the same as an earlier one, unless somebody wants them.
    private mutating func leaveOutRepeated(takenIn: Set<Int>) {
        var seen: [RepeatedRow: Int] = [:]
        entries = entries.filter { entry in
            let row = RepeatedRow(entry)
            if let line = seen[row], !takenIn.contains(entry.row.line) {
                leftOut.append(LeftOutRow(row: entry.row, repeated: line))
                return false
            }
            if seen[row] == nil { seen[row] = entry.row.line }
            return true
        }
        leftOut.sort { $0.row.line < $1.row.line }
    }

    /// Keeps the new schools and coaches to which a row refers that is ready.
    private mutating func keepUsed(_ finder: inout LogSchools) {
        let used = entries.compactMap { entry -> Int? in
            if case .new(let place) = entry.coach { place } else { nil }
        }
        let places = Set(used).sorted()
        let moved = Dictionary(
            uniqueKeysWithValues: places.enumerated().map { ($0.element, $0.offset) })
        let schools = entries.compactMap { entry -> Int? in
            if case .new(let place)? = entry.school { place } else { nil }
        }
        let movedSchools = finder.keep(Set(schools))
        func kept(_ school: LogSchool?) -> LogSchool? {
            if case .new(let place)? = school {
                movedSchools[place].map { .new($0) }
            } else {
                school
            }
        }
        newCoaches = places.map { place in
            let coach = newCoaches[place]
            return NewCoach(
                line: coach.line, name: coach.name, school: kept(coach.school), form: coach.form,
                guessesRole: coach.guessesRole)
        }
        entries = entries.map { entry in
            var coach = entry.coach
            if case .new(let place) = coach, let place = moved[place] { coach = .new(place) }
            return Entry(row: entry.row, school: kept(entry.school), coach: coach)
        }
    }

    /// The names of schools of which the coaches service has to say which ones they mean, in
    /// requests of at most `SchoolNameLimit.namesMax`.
    public static func schoolNames(
        in rows: [LogRow], _ columns: ImportColumns
    ) -> [[ResolveSchools.Name]] {
        let names = LogSchools.queries(rows, columns)
            .filter { SchoolNameLimit.nameLength.contains($0.name.count) }
        return stride(from: 0, to: names.count, by: SchoolNameLimit.namesMax).map { start in
            Array(names[start...].prefix(SchoolNameLimit.namesMax))
        }
    }

    /// The names that mean no school for certain, which a person is asked about.
    public var openNames: [LogSchoolName] { schoolNames.filter { $0.certainty == .open } }

    /// The number of rows that wait for a person: unreadable ones, and those of open names.
    public var waitingCount: Int { report.refusedRowCount + waiting.count }

    /// The rows that wait for a person, in the order of the file.
    public func waitingRows(of rows: [LogRow]) -> [CSVReader.Row] {
        let lines = Set(report.refusals.map(\.line)).union(waiting.map(\.line))
        return rows.filter { lines.contains($0.line) }.map(\.source)
    }

    // MARK: Errors

    /// The errors of the contact, by the fields of a log.
    private static func errors(in row: LogRow) -> [String: String] {
        var form = row.form
        // Any school: which one it is does not matter here.
        form.schoolID = FormField(SchoolID.placeholder.text)
        var errors = errors { () throws(ServiceError) in _ = try form.validated() }
        if case .failure(let problem)? = row.time {
            errors["occurred_at"] = nil
            errors[problem.field] = problem.text
        }
        return errors
    }

    private static func errors(in school: NewSchool) -> [String: String] {
        errors(renaming: ["name": "school"]) { () throws(ServiceError) in
            _ = try school.form.validated()
        }
    }

    static func errors(
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

    /// Marks the rows whose contacts are logged already.
    public mutating func leaveOut(_ logged: LoggedContacts) {
        for place in logged.places { entries[place].isThere = true }
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
        guard let school = entry.school else { return ("", false) }
        if case .new = school { return (name(of: school), true) }
        return (name(of: school), false)
    }

    /// The name of a school of this plan.
    public func name(of school: LogSchool) -> String {
        switch school {
        case .known(_, let name): name
        case .new(let place): newSchools[place].name
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

/// What makes two rows of a file the same.
private struct RepeatedRow: Hashable {
    let school: LogSchool?
    let coach: LogContactPerson
    let form: [String?]

    init(_ entry: LogPlan.Entry) {
        school = entry.school
        coach = entry.coach
        let form = entry.row.form
        self.form = [
            form.type.value, form.direction.value, form.occurredAt.value, form.subject.value,
            form.content.value, form.sentiment.value, form.otherCoachName.value,
        ]
    }
}

/// Finds the rows of a plan whose contacts are logged already, among contacts that come page by
/// page. A contact stands for one row, so that rows which are equal are all logged.
public struct LoggedContacts: Sendable {
    /// The places of the entries that were not found yet, the first one last.
    private var open: [LogContact: [Int]] = [:]
    /// The places of the entries that were found.
    fileprivate var places: [Int] = []

    public init(of plan: LogPlan) {
        for place in plan.entries.indices.reversed() {
            guard let contact = LogContact(plan.entries[place]) else { continue }
            open[contact, default: []].append(place)
        }
    }

    /// Looks for the rows of these contacts.
    public mutating func look(in interactions: [Interaction]) {
        for interaction in interactions {
            if let place = open[LogContact(interaction)]?.popLast() { places.append(place) }
        }
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
