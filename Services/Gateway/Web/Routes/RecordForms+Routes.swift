import Contracts
import HTML
import HTTP
import ServiceKit
import WebPages

extension Router {
    /// Adding and editing coaches.
    mutating func addCoachForms(_ site: Site) {
        get(
            Place.addCoach.text,
            site.playerPage(.coaches) { visit in
                var entry = RecordEntry<Coach>()
                if let school = visit.request.query["school"] { entry.texts["school_id"] = school }
                return try await visit.coachForm(entry)
            })
        post(
            Place.addCoach.text,
            site.page { visit in
                try await visit.sent(Coach.self) { entry, key in
                    let coach = try await visit.call(AddCoach.self, entry.form(), key: key).coach
                    return Done.added.redirect(to: "coaches", coach.id.text)
                } refused: {
                    try await visit.coachForm($0, key: $1)
                }
            })
        get(
            "/coaches/{id}/edit",
            site.playerPage(.coaches) { visit in
                try await visit.found("Coach", .coaches, Place.coaches) {
                    let coach = try await visit.coach()
                    return try await visit.coachForm(RecordEntry(of: coach), editing: coach)
                }
            })
        post(
            "/coaches/{id}/edit",
            site.page { visit in
                try await visit.found("Coach", .coaches, Place.coaches) {
                    let id: CoachID = try visit.id(.coach)
                    return try await visit.sent(Coach.self) { entry, key in
                        _ = try await visit.call(
                            EditCoach.self, entry.form(editing: id), key: key)
                        return Done.saved.redirect(to: "coaches", id.text)
                    } refused: { entry, key in
                        try await visit.coachForm(entry, editing: visit.coach(), key: key)
                    }
                }
            })
    }

    /// Adding schools, from the national catalogue or by hand, and editing them.
    mutating func addSchoolForms(_ site: Site) {
        get(
            Place.addSchool.text,
            site.playerPage(.schools) { try await $0.addSchoolPage(RecordEntry()) })
        post(
            Place.addSchool.text,
            site.page { visit in
                try await visit.sent(School.self) { entry, key in
                    let school = try await visit.call(AddSchool.self, entry.form(), key: key).school
                    return Done.added.redirect(to: "schools", school.id.text)
                } refused: {
                    try await visit.addSchoolPage($0, key: $1)
                }
            })
        get(
            "/schools/{id}/edit",
            site.playerPage(.schools) { visit in
                try await visit.found("School", .schools, Place.schools) {
                    let school = try await visit.school()
                    return try await visit.editSchoolPage(school, RecordEntry(of: school))
                }
            })
        post(
            "/schools/{id}/edit",
            site.page { visit in
                try await visit.found("School", .schools, Place.schools) {
                    let id: SchoolID = try visit.id(.school)
                    return try await visit.sent(School.self) { entry, key in
                        _ = try await visit.call(
                            EditSchool.self, entry.form(editing: id), key: key)
                        return Done.saved.redirect(to: "schools", id.text)
                    } refused: { entry, key in
                        try await visit.editSchoolPage(visit.school(), entry, key: key)
                    }
                }
            })
    }
}

extension Site {
    /// A page for players; parents are led to the list.
    fileprivate func playerPage(
        _ section: Section, _ handler: @escaping @Sendable (Visit) async throws -> HTTPResponse
    ) -> Route.Handler {
        page { visit in
            guard visit.isPlayer else { return .redirect(to: section.address.text) }
            return try await handler(visit)
        }
    }
}

extension Visit {
    /// Calls an operation with what was typed. A refused form comes back with its entries, and with
    /// a new key if the old one stands for other entries.
    fileprivate func sent<Record: FormRecord>(
        _ type: Record.Type,
        _ store: (RecordEntry<Record>, IdempotencyKey) async throws -> HTTPResponse,
        refused: (RecordEntry<Record>, IdempotencyKey?) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        let key = try formKey
        var entry = RecordEntry<Record>()
        for field in Record.fields {
            // Browsers send line ends as CRLF.
            entry.texts[field.key] = form[field.key]?.replacing("\r\n", with: "\n")
        }
        entry.version = form["version"].flatMap { Int($0) }
        do {
            return try await store(entry, key)
        } catch let error as ServiceError {
            switch error.code {
            case .unauthenticated, .forbidden, .notFound: throw error
            default:
                entry.error = error
                return try await refused(entry, error.code == .keyReused ? nil : key)
            }
        }
    }

    fileprivate func coach() async throws -> Coach {
        try await call(ShowCoach.self, .init(id: id(.coach))).coach
    }

    fileprivate func school() async throws -> School {
        try await call(ShowSchool.self, .init(id: id(.school))).school
    }

    fileprivate func coachForm(
        _ entry: RecordEntry<Coach>, editing coach: Coach? = nil, key: IdempotencyKey? = nil
    ) async throws -> HTTPResponse {
        async let context = context(key: key)
        let schools = try await call(ListSchools.self, .init()).schools
        let page =
            if let coach {
                RecordFormPage(editing: coach, entry, schools: schools, try await context)
            } else {
                RecordFormPage(adding: entry, schools: schools, try await context)
            }
        return HTTPResponse(status(of: entry.error), page: page.write)
    }

    /// The search of the catalogue and the form.
    fileprivate func addSchoolPage(
        _ entry: RecordEntry<School>, key: IdempotencyKey? = nil
    ) async throws -> HTTPResponse {
        async let context = context(key: key)
        let search = request.query["q"] ?? ""
        var found: SearchSchools.Response?
        var entry = entry
        if !search.isEmpty {
            do {
                found = try await call(SearchSchools.self, .init(search: search))
            } catch let error as ServiceError where error.code != .unauthenticated {
                entry.error = error
            }
        }
        let page = RecordFormPage(adding: entry, search: search, found: found, try await context)
        return HTTPResponse(status(of: entry.error), page: page.write)
    }

    fileprivate func editSchoolPage(
        _ school: School, _ entry: RecordEntry<School>, key: IdempotencyKey? = nil
    ) async throws -> HTTPResponse {
        let page = RecordFormPage(editing: school, entry, try await context(key: key))
        return HTTPResponse(status(of: entry.error), page: page.write)
    }

    private func status(of error: ServiceError?) -> HTTPStatus {
        error.map { HTTPStatus(of: $0) } ?? .ok
    }
}
