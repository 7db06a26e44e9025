import Contracts

/// The filters in force as chips, in the order in which the page shows them (IL-26, IL-27).
struct ActiveFilters {
    /// What stands on the chip of a school that cannot be resolved.
    static let unknownSchool = "Unknown School"
    /// What stands on the chip of a coach who cannot be resolved.
    static let unknownCoach = "Unknown Coach"
    /// What stands on the chip of a member who cannot be resolved.
    static let unknownMember = "Unknown"

    /// Resolves the names on the chips.
    struct Names {
        let member: (UserID) throws -> String?
        let school: (SchoolID) throws -> String?
        let coach: (CoachID) throws -> String?
    }

    static func chips(
        of input: ListInteractions.Input, names: Names
    ) throws -> [ActiveFilter] {
        var chips: [ActiveFilter] = []
        func add(_ name: String, _ value: String?, _ label: @autoclosure () throws -> String?)
            throws
        {
            guard let value else { return }
            chips.append(ActiveFilter(name: name, value: value, label: try label() ?? value))
        }
        try add("search", input.search, nil)
        try add("type", input.type?.rawValue, input.type?.label)
        try add("direction", input.direction?.rawValue, input.direction?.label)
        try add("sentiment", input.sentiment?.rawValue, input.sentiment?.label)
        try add("days", input.period.map { "\($0.rawValue)" }, input.period?.label)
        try add("since", input.since?.text, input.since.map { "Since \($0.text)" })
        try add("until", input.until?.text, input.until.map { "Until \($0.text)" })
        try add(
            "logged_by", input.loggedBy?.text,
            try input.loggedBy.flatMap(names.member) ?? unknownMember)
        try add(
            "school_id", input.schoolID?.text,
            try input.schoolID.flatMap(names.school) ?? unknownSchool)
        try add(
            "coach_id", input.coachID?.text,
            try input.coachID.flatMap(names.coach) ?? unknownCoach)
        return chips
    }
}
