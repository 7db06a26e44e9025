import CommandKit
import Contracts
import ServiceKit

enum SearchCommands {
    static let all = [search]

    private static let search = CompassCommand(
        "search", .readOnly,
        "Search everything: contacts, coaches, schools, events, metrics, posts",
        details: """
            All words must match; case and accents do not matter. The last word may be the \
            beginning of a longer one. Words in quotation marks, within the shell's own, must \
            follow each other. coach:NAME and school:NAME narrow by names (schools also by \
            the aliases of the catalogue, such as UNC), type:TYPE by the kind of record or \
            its type, after:DAY and before:DAY by the day; coaches and schools have none. Only \
            your family's records are searched, and its schools by their aliases, too; \
            compass schools search finds the others of the catalogue. The best matches are \
            first.
            """,
        arguments: [
            Argument(
                "WORDS", "What to search for", .text("WORDS"), optional: true, takesRest: true)
        ],
        flags: [
            .value("type", Values.searchTypes, "Only this kind or type, like type:TYPE"),
            .value(
                "limit", .integer(in: 1...SearchLimit.hitsMax),
                default: "\(SearchLimit.hitsUsual)", "Maximum number of rows"),
        ],
        examples: [
            "compass search summer camp": "Wherever these words are",
            "compass search offer coach:smith after:2026-01-01": "Of one coach",
            "compass search '\"official visit\" school:duke'": "A phrase",
        ]
    ) { run in
        var words = run.argument(0)
        // The last word may be the beginning of a longer one only if nothing follows it.
        if let type = run.invocation.text("type") { words = "type:\(type) \(words)" }
        let limit = run.invocation.integer("limit") ?? SearchLimit.hitsUsual
        let findings = try SearchFinder(run: run).findings(
            SearchRequest(words, timeZone: run.zone.name, limit: limit))
        return try SearchList(findings: findings, run: run).result
    }
}

extension Values {
    /// What `type:` of a search selects.
    static let searchTypes = ValueType.word(
        SearchType.words.map { .init($0) }, placeholder: "TYPE")
}
