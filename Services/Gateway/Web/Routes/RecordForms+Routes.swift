import Contracts
import HTML
import HTTP
import ServiceKit
import WebPages

extension Router {
    /// Adding and editing coaches, schools and events.
    mutating func addRecordForms(_ site: Site) {
        addForms(.coaches, site)
        addForms(.schools, site)
        addForms(.events, site)
    }

    private mutating func addForms<Record>(_ forms: RecordForms<Record>, _ site: Site) {
        let pages = forms.pages
        let new = WebAddress(pages.path, "new")
        let edit = "/\(pages.path)/{id}/edit"
        get(
            new.text,
            site.entryPage(pages.list) { visit in
                var entry = RecordEntry<Record>()
                if let school = visit.request.query["school"] { entry.texts["school_id"] = school }
                return try await forms.page(visit, entry, nil, nil)
            })
        post(new.text, site) { visit in
            try await visit.sent { entry, key in
                let (id, warnings) = try await forms.add(visit, try entry.form(), key)
                let done = warnings.isEmpty ? Done.added : .addedTwice
                let twin =
                    warnings.isEmpty ? nil : NoticeSubject(pages.subject, id.text)
                return done.redirect(to: [pages.path, id.text], about: twin)
            } refused: {
                try await forms.page(visit, $0, nil, $1)
            }
        }
        get(
            edit,
            site.entryPage(pages.list) { visit in
                try await visit.found(pages) { id in
                    let record = try await forms.find(visit, id)
                    return try await forms.page(visit, RecordEntry(of: record), record, nil)
                }
            })
        post(edit, site, pages) { visit, id in
            try await visit.sent { entry, key in
                try await forms.edit(visit, try entry.form(editing: id), key)
                return Done.saved.redirect(to: pages.path, id.text)
            } refused: {
                try await forms.page(visit, $0, forms.find(visit, id), $1)
            }
        }
    }
}

/// What the forms of one kind of record call and show.
private struct RecordForms<Record: FormRecord>: Sendable {
    typealias ID = Identifier<Record.Tag>

    let pages: RecordPages<Record.Tag>
    let find: @Sendable (Visit, ID) async throws -> Record
    /// Adds a record, and says which others are probably the same.
    let add:
        @Sendable (Visit, RecordForm<Record>, IdempotencyKey) async throws ->
            (ID, warnings: [String])
    let edit: @Sendable (Visit, RecordForm<Record>, IdempotencyKey) async throws -> Void
    /// The page with the form, for a new record if there is none. A form that comes back keeps its
    /// key.
    let page: Page

    typealias Page =
        @Sendable (Visit, RecordEntry<Record>, Record?, IdempotencyKey?) async throws ->
        HTTPResponse

    /// The page of a form that has a choice of schools.
    static func page(
        adding:
            @escaping @Sendable (RecordEntry<Record>, [School], PageContext) ->
            RecordFormPage<Record>,
        editing:
            @escaping @Sendable (Record, RecordEntry<Record>, [School], PageContext) ->
            RecordFormPage<Record>
    ) -> Page {
        { visit, entry, record, key in
            try await visit.page(showing: ListSchools.self, .init(), entry.status, key: key) {
                guard let record else { return adding(entry, $0.schools, $1).write }
                return editing(record, entry, $0.schools, $1).write
            }
        }
    }
}

extension RecordForms {
    init<Show: Contracts.Operation, Add: Contracts.Operation, Edit: Contracts.Operation>(
        _ pages: RecordPages<Record.Tag>, _ show: Show.Type, _ add: Add.Type, _ edit: Edit.Type,
        found: @escaping @Sendable (Show.Response) -> Record,
        added: @escaping @Sendable (Add.Response) -> (ID, warnings: [String]),
        page: @escaping Page
    )
    where
        Show.Request == RecordRequest<Record.Tag>, Add.Request == RecordForm<Record>,
        Edit.Request == RecordForm<Record>
    {
        self.init(
            pages: pages, find: { found(try await $0.call(show, .init(id: $1))) },
            add: { added(try await $0.call(add, $1, key: $2)) },
            edit: { _ = try await $0.call(edit, $1, key: $2) }, page: page)
    }
}

extension RecordForms<Coach> {
    static var coaches: Self {
        .init(
            .coaches, ShowCoach.self, AddCoach.self, EditCoach.self, found: { $0.coach },
            added: { ($0.coach.id, $0.warnings) },
            page: page(
                adding: RecordFormPage.init(adding:schools:_:),
                editing: RecordFormPage.init(editing:_:schools:_:)))
    }
}

extension RecordForms<School> {
    static var schools: Self {
        .init(
            .schools, ShowSchool.self, AddSchool.self, EditSchool.self, found: { $0.school },
            added: { ($0.school.id, $0.warnings) },
            page: { visit, entry, school, key in
                guard let school else { return try await visit.addSchoolPage(entry, key) }
                let page = RecordFormPage(editing: school, entry, try await visit.context(key: key))
                return HTTPResponse(entry.status, page: page.write)
            })
    }
}

extension RecordForms<Event> {
    static var events: Self {
        .init(
            .events, ShowEvent.self, AddEvent.self, EditEvent.self, found: { $0.event },
            added: { ($0.event.id, []) },
            page: page(
                adding: RecordFormPage.init(adding:schools:_:),
                editing: RecordFormPage.init(editing:_:schools:_:)))
    }
}

extension Site {
    /// A page for those who enter records: players, and parents whose family lets them log. Others
    /// are led to the list.
    func entryPage(_ list: WebAddress, _ handler: @escaping VisitHandler) -> Route.Handler {
        page(if: { $0.mayEnter }, else: list, handler)
    }

    /// A page for players; parents are led to the list.
    func playerPage(_ list: WebAddress, _ handler: @escaping VisitHandler) -> Route.Handler {
        page(if: { $0.isPlayer }, else: list, handler)
    }

    private func page(
        if admits: @escaping @Sendable (Visit) -> Bool, else list: WebAddress,
        _ handler: @escaping VisitHandler
    ) -> Route.Handler {
        page { visit in
            guard admits(visit) else { return .redirect(to: list.text) }
            return try await handler(visit)
        }
    }
}

extension RecordEntry {
    /// The status of the page with the form.
    var status: HTTPStatus { HTTPStatus(of: error) }
}

extension Visit {
    /// Calls an operation with what was typed. A refused form comes back with its entries, and with
    /// a new key if the old one stands for other entries.
    func sent<Record: FormRecord>(
        _ store: (RecordEntry<Record>, IdempotencyKey) async throws -> HTTPResponse,
        refused: (RecordEntry<Record>, IdempotencyKey?) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        var entry = RecordEntry<Record>(sent: { form[$0] })
        return try await submit {
            try await store(entry, $0)
        } refused: { error, key in
            entry.error = error
            return try await refused(entry, key)
        }
    }

    /// The search of the catalogue and the form.
    fileprivate func addSchoolPage(
        _ entry: RecordEntry<School>, _ key: IdempotencyKey?
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
        return HTTPResponse(entry.status, page: page.write)
    }
}
