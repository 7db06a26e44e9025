import Contracts

/// Why a name does not lead to a single record.
public struct LogNameError: Error {
    public let text: String

    /// Several records may be meant.
    public static func several(_ name: String, _ names: [String]) -> LogNameError {
        let shown = names.prefix(3).joined(separator: " or ")
        return LogNameError(text: "\"\(name)\" may be \(shown); write the whole name")
    }

    /// So many coaches at a school have the name.
    static func namesakes(_ count: Int, _ name: String) -> LogNameError {
        LogNameError(text: NamesakeText.several(count, named: name, isAtSchool: true))
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

    /// The errors of what was said about coaches.
    private var errors: [[String?]: [String: String]] = [:]

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

    /// The errors of what a row says about its coach, by the fields of a log. Most rows say what
    /// others have said.
    mutating func errors(in row: LogRow) -> [String: String] {
        guard case .named(let first, let last) = row.coach else { return [:] }
        let said = [first, last, row.title, row.email, row.phone, row.twitter]
        if let known = errors[said] { return known }
        let fields = [
            "email": "coach_email", "phone": "coach_phone", "twitter_handle": "coach_twitter",
            "first_name": "coach", "last_name": "coach", "notes": "coach_title",
        ]
        let found = LogPlan.errors(renaming: fields) { () throws(ServiceError) in
            _ = try Self.form(
                first, last, title: row.title, email: row.email, phone: row.phone,
                twitter: row.twitter
            ).validated()
        }
        errors[said] = found
        return found
    }

    private static func form(
        _ first: String, _ last: String, title: String?, email: String?, phone: String?,
        twitter: String?
    ) -> CoachForm {
        var form = CoachForm()
        form.firstName = FormField(first)
        form.lastName = FormField(last)
        form.role = FormField(CoachTitle.role(of: title).rawValue)
        form.email = FormField(email)
        form.phone = FormField(phone)
        form.twitterHandle = FormField(twitter)
        form.notes = FormField(title.flatMap(CoachTitle.note))
        return form
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
        let form = Self.form(
            first, last, title: title, email: told(\.email), phone: told(\.phone),
            twitter: told(\.twitter))
        let place = newCoaches.count
        places[key] = place
        newCoaches.append(
            LogPlan.NewCoach(
                line: row.line, name: "\(first) \(last)", school: key.school, form: form,
                guessesRole: title == nil))
        return place
    }
}
