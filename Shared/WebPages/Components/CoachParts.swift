import Contracts
import HTML

extension HTMLWriter {
    /// Writes the actions of somebody to be in contact with, a coach or a school.
    mutating func contactActions(
        of name: String, log: WebAddress, edit: WebAddress, delete: WebAddress,
        _ context: PageContext
    ) {
        linkButton("Log Interaction", to: log, .main, icon: .plus)
        if context.serves(edit) { linkButton("Edit", to: edit, icon: .pencil) }
        guard context.isPlayer else { return }
        iconLink("Delete \(name)", to: delete, .trash, further: " danger")
    }

    /// Writes a coach's score as a text above a bar (CO-16 to CO-18).
    mutating func responsiveness(of coach: Coach) {
        self(.div, .class("score")) { html in
            guard let score = coach.responsivenessScore else {
                html(.p) { html in
                    html(.strong, text: Coach.noScore)
                    html(.span, .class("soft"), text: " not enough attempts yet")
                }
                html.track(label: nil, value: 0, of: 100, "")
                return
            }
            html(.strong, text: coach.responsivenessText)
            html.track(
                label: "Responsiveness of \(coach.fullName)", value: score, of: 100,
                Responsiveness(score: score).rawValue)
        }
    }

    /// Writes a bar on a track. A value of 0 keeps a stub. Without a label the bar is decoration.
    mutating func track(label: String?, value: Double, of whole: Double, _ name: String) {
        let share = whole > 0 && value.isFinite ? min(max(value / whole, 0), 1) * 100 : 0
        self(
            .svg, .class("track"), .viewBox("0 0 100 6"), .preserveAspectRatio("none"),
            .role(label == nil ? nil : .meter), .ariaHidden(label == nil ? true : nil),
            .ariaLabel(label), .ariaValueNow(label == nil ? nil : value),
            .ariaValueMin(label == nil ? nil : 0), .ariaValueMax(label == nil ? nil : whole)
        ) { html in
            html(.rect, .drawnWidth(100), .drawnHeight(6))
            guard !name.isEmpty else { return }
            html(.rect, .class(name), .drawnWidth(max(share, 1.5)), .drawnHeight(6))
        }
    }

    /// Writes the ways to contact a coach as links of 44 pixels (CO-20 to CO-24).
    mutating func contactLinks(of coach: Coach) {
        for link in ContactLink.all(of: coach) {
            guard let address = WebAddress(outside: link.url) else { continue }
            // CO-22: sites open beside the page, and learn nothing of it.
            let isSite = link.way == .twitter || link.way == .instagram
            iconLink(
                "\(link.way.action) \(coach.fullName)", to: address, link.way.pageIcon,
                opensTab: isSite)
        }
    }
}

extension ContactLink.Way {
    var pageIcon: Icon {
        switch self {
        case .email: .mail
        case .text: .bubble
        case .twitter: .at
        case .instagram: .camera
        }
    }
}

extension [Coach] {
    /// The coaches to choose from, those of a school together.
    var choices: [Choice] {
        map { coach in
            Choice(
                value: coach.id.text, label: coach.fullName,
                group: .init(label: coach.schoolText, school: coach.schoolID?.text ?? ""))
        }.grouped
    }
}

extension [Choice] {
    /// The choices in the order of their groups. Two schools of one name are two groups.
    var grouped: [Choice] {
        func place(_ choice: Choice) -> (String, String) {
            (choice.group?.label ?? "", choice.group?.school ?? "")
        }
        return sorted { place($0) < place($1) }
    }
}

extension CoachRole {
    /// The roles as choices of a field (IA-45).
    static var choices: [Choice] {
        allCases.map { Choice(value: $0.rawValue, label: $0.label) }
    }
}
