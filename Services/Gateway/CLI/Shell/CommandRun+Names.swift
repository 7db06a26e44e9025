import CommandKit
import Contracts
import ServiceKit

extension CommandRun {
    /// The school that a text names; calls the service only if the text is not a full id.
    func schoolID(_ typed: String) throws -> SchoolID {
        try RecordNames.id(
            of: typed, among: schoolChoices(), noun: "school", plural: "schools",
            field: "school_id", listCommand: line("schools", "list"),
            alsoCalled: { try schools(called: typed, among: $0) },
            elsewhere: { catalogueHint(typed) })
    }

    /// What the national catalogue knows of a school that is not the family's, with the command
    /// that adds it or lists those that may be meant; nil if it knows none or does not answer, and
    /// for those who may not add schools.
    private func catalogueHint(_ typed: String) -> (reason: String, remedy: String)? {
        let request = SearchSchools.Request(search: typed, limit: RecordNames.candidatesMax)
        guard mayAddSchools, let found = try? response(of: SearchSchools.self, request),
            found.total > 0
        else { return nil }
        guard let named = found.schools.first(where: { $0.catalogueID == found.namedID }) else {
            return (
                "The national catalogue has \(CountedNoun.text(found.total, "schools")) like that.",
                "Choose one: " + line("schools", "search", typed)
            )
        }
        return (
            "The national catalogue has \(named.name) (\(named.city), \(named.state)).",
            "Add it first: " + line("schools", "add", "--catalogue", named.catalogueID)
        )
    }

    private var mayAddSchools: Bool {
        do {
            try requireAccess(to: AddSchool.self)
            return true
        } catch {
            return false
        }
    }

    /// The schools among these that the catalogue calls so, by name, alias or web address.
    private func schools(
        called typed: String, among choices: [NamedRecord]
    ) throws -> [NamedRecord] {
        guard !choices.isEmpty, let request = FindSchoolAliases.Request(name: typed) else {
            return []
        }
        let found = try response(of: FindSchoolAliases.self, request).aliases
        let names = Set(found.map(\.name))
        return choices.filter { names.contains($0.name) }
    }

    /// The coach that a text names, among the coaches of `school` if given.
    func coachID(_ typed: String, school: SchoolID? = nil) throws -> CoachID {
        try RecordNames.id(
            of: typed, among: coachChoices(school: school), noun: "coach", plural: "coaches",
            field: "coach_id", place: school == nil ? "of yours" : "of that school",
            listCommand: line("coaches", "list"))
    }

    /// The event that a text names.
    func eventID(_ typed: String, field: String? = "event_id") throws -> EventID {
        try RecordNames.id(
            of: typed, among: eventChoices(), noun: "event", plural: "events",
            field: field, listCommand: line("events", "list"))
    }

    /// The member that a text names; `me` is the signed-in user.
    func memberID(_ typed: String, field: String) throws -> UserID {
        if typed == "me" { return try signedIn().userID }
        return try RecordNames.id(
            of: typed, among: memberChoices(), noun: "family member", plural: "family members",
            field: field, listCommand: line("family", "members"))
    }

    /// The interaction with this id, or with an id that ends so.
    func interactionID(_ typed: String) throws -> InteractionID {
        if let full = InteractionID(text: typed) { return full }
        let matches = try response(of: FindInteractions.self, .init(ending: typed)).matches
        let choices = matches.map { match in
            NamedRecord(
                id: match.id.text, name: match.subject ?? match.type.label,
                detail: zone.text(match.displayTime))
        }
        return try RecordNames.id(
            ofTail: typed, among: choices, noun: "Interaction",
            plural: "interactions", listCommand: line("interactions", "list"))
    }

    /// The notification with this id, or with an id that ends so.
    func notificationID(_ typed: String, among choices: [NamedRecord]) throws -> NotificationID {
        if let full = NotificationID(text: typed) { return full }
        return try RecordNames.id(
            ofTail: typed, among: choices, noun: "Notification", plural: "notifications",
            listCommand: line("notifications", "list"))
    }

    /// The user's notifications, for matching names.
    func notificationChoices() throws -> [NamedRecord] {
        try response(of: ListNotifications.self, .init()).notifications.map { row in
            NamedRecord(id: row.id.text, name: row.title, detail: zone.text(row.scheduledFor))
        }
    }

    /// The family's schools, for matching names.
    func schoolChoices() throws -> [NamedRecord] {
        try response(of: ListSchools.self, .init()).schools.map { school in
            NamedRecord(
                id: school.id.text, name: school.name,
                detail: [school.city, school.state].compactMap { $0 }.joined(separator: ", "))
        }
    }

    /// The family's coaches, for matching names.
    func coachChoices(school: SchoolID? = nil) throws -> [NamedRecord] {
        try response(of: ListCoaches.self, .init(schoolID: school)).coaches.map { coach in
            NamedRecord(
                id: coach.id.text, name: coach.fullName, detail: coach.schoolName ?? "")
        }
    }

    /// The family's events, for matching names.
    func eventChoices() throws -> [NamedRecord] {
        try response(of: ListEvents.self, .init()).events.map { event in
            NamedRecord(id: event.id.text, name: event.name, detail: event.dateRangeFormatted)
        }
    }

    /// The family's members, optionally of one role, for matching names.
    func memberChoices(_ role: Role? = nil) throws -> [NamedRecord] {
        let members = try response(of: ShowFamily.self, EmptyRequest()).members
        return members.filter { role == nil || $0.role == role }.map { member in
            NamedRecord(
                id: member.userID.text, name: member.fullName, detail: member.role.rawValue)
        }
    }
}
