public import Contracts
public import HTML

/// The page "Possible duplicates": coaches or schools that are probably one (N-82).
public struct DuplicatesPage: Sendable {
    /// A record of a group.
    private struct Row: Sendable {
        let name: String
        let address: WebAddress
        let facts: [String]
        /// The page that merges it into the one with which it has something in common.
        var merge: WebAddress?
    }

    private let section: Section
    private let groups: Result<[(reasons: [DuplicateReason], rows: [Row])], ServiceError>
    private let total: Int
    private let context: PageContext

    private init<Group: Codable & Sendable>(
        _ answer: Result<DuplicateGroups<Group>, ServiceError>, in section: Section,
        _ context: PageContext, reasons: (Group) -> [DuplicateReason], rows: (Group) -> [Row]
    ) {
        self.section = section
        total = (try? answer.get().total) ?? 0
        groups = answer.map { page in page.groups.map { (reasons($0), rows($0)) } }
        self.context = context
    }

    /// Shows coaches that are probably one.
    public init(
        _ answer: Result<FindCoachDuplicates.Response, ServiceError>, _ context: PageContext
    ) {
        self.init(answer, in: .coaches, context, reasons: \.reasons) { group in
            group.coaches.map { coach in
                let first = group.coaches.first?.id ?? coach.id
                // With two, the title says it.
                let why = coach.id == first || group.total == 2 ? nil : group.why(coach)
                let other = group.match(of: coach)?.otherID ?? first
                return Row(
                    name: coach.fullName, address: Place.coach(coach.id),
                    facts: [why, coach.role.label, coach.schoolText, coach.email, coach.phone]
                        .compactMap { $0 },
                    merge: coach.id == first ? nil : Place.merge(coach.id, into: other))
            }
        }
    }

    /// Shows schools that are probably one.
    public init(
        _ answer: Result<FindSchoolDuplicates.Response, ServiceError>, _ context: PageContext
    ) {
        self.init(answer, in: .schools, context, reasons: \.reasons) { group in
            group.schools.map { school in
                let first = group.schools.first?.id ?? school.id
                return Row(
                    name: school.name, address: Place.school(school.id),
                    facts: [school.placeText, school.division?.rawValue, school.conference]
                        .compactMap { $0 },
                    merge: school.id == first ? nil : Place.merge(school.id, into: first))
            }
        }
    }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.subpage(
            DuplicateText.title, in: section, context,
            below: { $0(.p, .class("sub"), text: "What may be in your list twice.") }
        ) { html in
            switch groups {
            case .success(let groups): write(groups, to: &html)
            case .failure(let error):
                html.failure(
                    error, "The duplicates could not be looked up just now.",
                    action: ("Retry", Place.duplicates(in: section)))
            }
            html.command(CommandLine.text([section.plural, "dupes"]))
        }
    }

    private func write(
        _ groups: [(reasons: [DuplicateReason], rows: [Row])], to html: inout HTMLWriter
    ) {
        guard !groups.isEmpty else {
            return html.emptyState(
                EmptyText(
                    title: DuplicateText.nothing,
                    line: "New \(section.plural) are compared with those that are there"))
        }
        html.rowCount(DuplicateText.summary(total, shown: groups.count))
        for group in groups {
            html.sheet(DuplicateText.reasons(group.reasons)) { html in
                html.rows(group.rows) { write($0, to: &$1) }
            }
        }
    }

    private func write(_ row: Row, to html: inout HTMLWriter) {
        html(.div, .class("text")) { html in
            html(.a, .class("whole"), .href(row.address), .dir(.auto), text: row.name)
            html(.small, .class("soft"), .dir(.auto), text: row.facts.joined(separator: " · "))
        }
        if let merge = row.merge, context.isPlayer, context.serves(merge) {
            html.linkButton("Merge", to: merge)
        } else {
            html.icon(.right)
        }
    }
}
