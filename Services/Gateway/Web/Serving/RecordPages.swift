import Contracts
import HTML
import HTTP
import WebPages

/// The pages of one kind of record.
struct RecordPages<Tag>: Sendable {
    /// The first segment of the addresses.
    let path: String
    let noun: String
    let subject: ErrorSubject
    let section: Section

    var list: WebAddress { WebAddress(path) }
}

extension RecordPages<CoachTag> {
    static var coaches: Self {
        .init(path: "coaches", noun: "Coach", subject: .coach, section: .coaches)
    }
}

extension RecordPages<SchoolTag> {
    static var schools: Self {
        .init(path: "schools", noun: "School", subject: .school, section: .schools)
    }
}

extension RecordPages<EventTag> {
    static var events: Self {
        .init(path: "events", noun: "Event", subject: .event, section: .events)
    }
}

extension RecordPages<InteractionTag> {
    static var interactions: Self {
        .init(
            path: "interactions", noun: "Interaction", subject: .interaction,
            section: .interactions)
    }
}

extension RecordPages<PostTag> {
    static var posts: Self {
        .init(path: "social", noun: "Post", subject: .post, section: .social)
    }
}

extension RecordPages<KeptImportTag> {
    static var keptImports: Self {
        .init(path: "import", noun: "File", subject: .keptImport, section: .imports)
    }
}

extension Visit {
    /// Runs the handler of the record that the address names. One that is not there gets the usual
    /// page.
    func found<Tag>(
        _ pages: RecordPages<Tag>, _ body: (Identifier<Tag>) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        try await found(pages.noun, pages.section, pages.list) {
            try await body(try id(pages.subject))
        }
    }
}
