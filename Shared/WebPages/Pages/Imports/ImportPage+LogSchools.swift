import Contracts
import HTML
import Imports

/// "Which school is this?": the names of a log that may mean several schools.
extension ImportPage {
    /// The first of the fields of words that say which school a name means.
    private static let schoolWord = 60
    /// The most names that are asked about at once; others follow when these are answered.
    private static let namesMax = wordsMax - schoolWord
    /// The answer that another school is meant, whose name stands in a field of its own.
    public static let anotherSchool = "?"

    /// The name of the field with the name of another school, for the word at a place.
    public static func otherSchool(_ place: Int) -> String { "other-\(place)" }

    func writeSchools(_ plan: LogPlan, to html: inout HTMLWriter) {
        let asked = plan.schoolNames.filter(\.isQuestion)
        let read = plan.schoolNames.filter { name in
            guard !name.isQuestion, let school = name.school else { return false }
            return name.certainty == .new || plan.name(of: school) != name.name
        }
        guard !asked.isEmpty || !read.isEmpty else { return }
        html.sheet(asked.isEmpty ? "Schools" : "Which school is this?") { html in
            for (place, name) in (asked + read).prefix(Self.namesMax).enumerated() {
                if name.isQuestion {
                    writeChoices(name, Self.schoolWord + place, to: &html)
                } else {
                    writeReading(name, Self.schoolWord + place, plan, to: &html)
                }
            }
        }
    }

    /// A name that is read as a school of another name, or as a new one, and the way to change it.
    private func writeReading(
        _ name: LogSchoolName, _ place: Int, _ plan: LogPlan, to html: inout HTMLWriter
    ) {
        html(.details) { html in
            html(.summary) { html in
                html(.strong) { $0(.bdi, text: "“\(name.name)”") }
                html(.span, .class("soft"), text: " \(Self.lines(name.lines)) → ")
                let school = name.school.map(plan.name(of:)) ?? ""
                html(.bdi, text: name.certainty == .new ? "a new school of this name" : school)
            }
            writeChoices(name, place, to: &html)
        }
    }

    /// The schools that a name may mean, as choices.
    private func writeChoices(
        _ name: LogSchoolName, _ place: Int, to html: inout HTMLWriter
    ) {
        let own = name.candidates.filter { $0.schoolID != nil }
        let listed = name.candidates.filter { $0.schoolID == nil }
        html(.fieldset, .class("field schools")) { html in
            html(.legend, .class("legend-text")) { html in
                html(.bdi, text: "“\(name.name)”")
                html(.small, .class("soft"), text: " \(Self.lines(name.lines))")
            }
            if !name.isQuestion { write(nil, "As it is read", nil, name, place, to: &html) }
            write(own, "You follow", name, place, to: &html)
            write(listed, "In the catalogue", name, place, to: &html)
            html(.p, .class("group"), text: "Not it?")
            write(.named(Self.anotherSchool), "Another school", nil, name, place, to: &html)
            html(
                .input, .type(.text), .name(Self.otherSchool(place)), .dir(.auto),
                .ariaLabel("Name of another school than “\(name.name)”"),
                .placeholder("Its name"))
            write(.new, "New school called “\(name.name)”", nil, name, place, to: &html)
        }
    }

    private func write(
        _ candidates: [ResolveSchools.Candidate], _ title: String, _ name: LogSchoolName,
        _ place: Int, to html: inout HTMLWriter
    ) {
        guard !candidates.isEmpty else { return }
        html(.p, .class("group"), text: title)
        for candidate in candidates {
            guard let answer = SchoolAnswer(candidate) else { continue }
            let short = candidate.shortName ?? candidate.name
            let facts = [
                short == candidate.name ? nil : candidate.name,
                [candidate.city, candidate.state].compactMap { $0 }.joined(separator: ", "),
            ].compactMap { $0 }.filter { !$0.isEmpty }
            write(answer, short, facts.joined(separator: " · "), name, place, to: &html)
        }
    }

    private func write(
        _ answer: SchoolAnswer?, _ label: String, _ facts: String?, _ name: LogSchoolName,
        _ place: Int, to html: inout HTMLWriter
    ) {
        let value = answer.map { "school:\(name.name)=\($0.value)" } ?? ""
        html(.label, .class("choice")) { html in
            html(
                .input, .type(.radio), .name(Self.word(place)), .value(value),
                .checked(answer == name.answer))
            html(.span) { html in
                html(.bdi, text: label)
                if let facts, !facts.isEmpty {
                    html(.small, .class("soft"), .dir(.auto), text: facts)
                }
            }
        }
    }

    private static func lines(_ lines: [Int]) -> String {
        let shown = lines.prefix(3).map { "\($0)" }.joined(separator: ", ")
        return (lines.count == 1 ? "line " : "lines ") + shown
            + (lines.count > 3 ? " and \(lines.count - 3) more" : "")
    }
}
