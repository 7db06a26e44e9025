import Contracts

/// The tables that address books export, as columns of coaches. They have many columns for a few
/// facts, and several values in one cell.
struct AddressBook {
    /// The columns of what is read from an address book.
    static let header = [
        "Full name", "First name", "Last name", "Role", "School", "Email", "Phone", "Twitter",
        "Instagram", "Notes",
    ]
    /// What separates several values in a cell.
    private static let separator = ":::"

    /// The place of the column with each fact.
    private var places: [String: Int] = [:]
    private var emails: [(label: Int?, value: Int)] = []
    private var phones: [(label: Int?, name: String, value: Int)] = []
    private var addresses: [Int] = []

    /// The columns of an address book; nil if the names are of another table.
    init?(columns: [String]) {
        let names = columns.map(ImportWords.plain)
        let signs = ["email1value", "phone1value", "organization1name", "organizationname"]
        let isOutlook = names.contains("emailaddress") && names.contains("company")
        guard isOutlook || signs.contains(where: names.contains) else { return nil }
        for (fact, wanted) in Self.facts {
            // In one program, the title is that of the person and not of the position.
            let wanted = fact == "prefix" && !isOutlook ? ["nameprefix"] : wanted
            places[fact] = wanted.lazy.compactMap { names.firstIndex(of: $0) }.first
        }
        for (place, name) in names.enumerated() {
            let number = name.filter(\.isNumber)
            func label(_ noun: String) -> Int? {
                ["label", "type"].lazy.compactMap { names.firstIndex(of: noun + number + $0) }.first
            }
            if name.hasPrefix("email"), name.hasSuffix("value") {
                emails.append((label("email"), place))
            } else if name.hasPrefix("phone"), name.hasSuffix("value") {
                phones.append((label("phone"), "", place))
            } else if name.hasPrefix("website"), name.hasSuffix("value") || name == "website" {
                addresses.append(place)
            } else if name.hasPrefix("email"), name.hasSuffix("address") {
                emails.append((nil, place))
            } else if name.hasSuffix("phone") || name.dropLast().hasSuffix("phone") {
                let words = columns[place].split(separator: " ")
                phones.append((nil, words.first.map(String.init) ?? "", place))
            } else if name == "webpage" {
                addresses.append(place)
            }
        }
    }

    private static let facts: [(String, [String])] = [
        ("fullName", ["name", "fullname", "displayname"]), ("first", ["firstname", "givenname"]),
        ("middle", ["middlename", "additionalname"]), ("last", ["lastname", "familyname"]),
        ("prefix", ["title"]), ("suffix", ["namesuffix", "suffix"]),
        ("organization", ["organizationname", "organization1name", "company"]),
        ("title", ["organizationtitle", "organization1title", "jobtitle"]),
        ("notes", ["notes"]),
    ]

    /// The row of a person in the columns of `header`; without values if the person has none.
    func row(_ row: CSVReader.Row) -> CSVReader.Row {
        func values(at place: Int?) -> [String] {
            guard let place, place < row.fields.count else { return [] }
            return row.fields[place].split(separator: Self.separator).map { String($0).trimmed }
                .filter { !$0.isEmpty }
        }
        func value(_ fact: String) -> String { values(at: places[fact]).first ?? "" }
        var person = Person()
        person.fullName = value("fullName")
        (person.first, person.middle) = (value("first"), value("middle"))
        person.last = value("last")
        (person.prefix, person.suffix) = (value("prefix"), value("suffix"))
        (person.organization, person.title) = (value("organization"), value("title"))
        if let place = places["notes"], place < row.fields.count {
            person.notes = [row.fields[place]]
        }
        func label(_ place: Int?) -> String {
            values(at: place).first.map { $0.trimmingPrefix("*").description.trimmed } ?? ""
        }
        for column in emails {
            person.emails += values(at: column.value).map { (label(column.label), $0) }
        }
        for column in phones {
            let name = column.label == nil ? column.name : label(column.label)
            person.phones += values(at: column.value).map { (name, $0) }
        }
        for place in addresses { values(at: place).forEach { person.add(address: $0) } }
        return CSVReader.Row(line: row.line, fields: person.fields)
    }

    // MARK: People

    /// A person of an address book.
    struct Person {
        var fullName = ""
        var first = ""
        var middle = ""
        var last = ""
        var prefix = ""
        var suffix = ""
        var organization = ""
        var title = ""
        var emails: [(label: String, value: String)] = []
        var phones: [(label: String, value: String)] = []
        var twitter = ""
        var instagram = ""
        var notes: [String] = []

        /// Takes the address of a profile in a network; other addresses go into the notes.
        mutating func add(address: String) {
            let lower = address.lowercased()
            if lower.contains("twitter.com/") || lower.contains("//x.com/") {
                if twitter.isEmpty { twitter = address }
            } else if lower.contains("instagram.com/") {
                if instagram.isEmpty { instagram = address }
            } else {
                notes.append("Web: \(address)")
            }
        }

        /// The values in the columns of `AddressBook.header`.
        var fields: [String] {
            let isNamed = !first.isEmpty || !last.isEmpty
            let phone = phones.firstIndex { $0.label.lowercased().hasPrefix("mobile") } ?? 0
            // What a record of a coach has no field for stays in its notes.
            var more = notes.map(\.trimmed).filter { !$0.isEmpty }
            if !title.isEmpty, CoachRole(rawValue: ImportWords.role(title) ?? "") == nil {
                more.append("Title: \(title)")
            }
            more += emails.dropFirst().map { Self.line("E-mail", $0) }
            more += phones.enumerated().filter { $0.offset != phone }
                .map { Self.line("Phone", $0.element) }
            return [
                isNamed ? "" : fullName,
                Self.joined([Self.courtesies.contains(plainPrefix) ? "" : prefix, first, middle]),
                Self.joined([last, suffix]),
                title.isEmpty ? "" : CoachTitle.role(of: title).rawValue, organization,
                emails.first?.value ?? "", phones.isEmpty ? "" : phones[phone].value, twitter,
                instagram, more.joined(separator: "\n"),
            ]
        }

        /// Prefixes that are no part of a coach's name.
        private static let courtesies: Set = ["", "coach", "mr", "mrs", "ms", "miss", "mx"]

        private var plainPrefix: String { ImportWords.plain(prefix) }

        private static func joined(_ words: [String]) -> String {
            words.filter { !$0.isEmpty }.joined(separator: " ")
        }

        private static func line(
            _ noun: String, _ entry: (label: String, value: String)
        ) -> String {
            noun + (entry.label.isEmpty ? "" : " (\(entry.label.lowercased()))")
                + ": \(entry.value)"
        }
    }
}
