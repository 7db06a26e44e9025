import CommandKit
import Contracts
import ServiceKit

extension ServiceCommands {
    private static let searched = [ServiceName.interactions, .coaches, .events, .analytics]

    static let reindex = CompassCommand(
        "service reindex", .readOnly, "Build the index of searches again from the records",
        details: """
            Needs the operator key of this home. Changes no record. The services find a \
            damaged index by themselves; this is for when searches miss something anyway. \
            Searches wait until the records of their family are indexed.
            """,
        arguments: [
            Argument(
                "SERVICE", "Which one; all without",
                .choice(
                    searched.map { .init($0.rawValue) }, placeholder: "SERVICE"),
                optional: true)
        ],
        examples: ["compass service reindex events": "Events and metrics"]
    ) { run in
        let named = run.invocation.argument(0).flatMap(ServiceName.init)
        var counts: [(service: ServiceName, records: Int)] = []
        for service in searched where named == nil || service == named {
            let records =
                switch service {
                case .coaches: try rebuilt(SearchedCoaches.self, run)
                case .events: try rebuilt(SearchedEvents.self, run)
                case .analytics: try rebuilt(SearchedPosts.self, run)
                default: try rebuilt(SearchedInteractions.self, run)
                }
            counts.append((service, records))
        }
        func table() -> TextTable {
            var table = TextTable([.init("Service"), .init("Records", rightAligned: true)])
            for count in counts {
                table.append([.init(count.service.rawValue), .init(String(count.records))])
            }
            return table
        }
        let records = Dictionary(
            uniqueKeysWithValues: counts.map { ($0.service.rawValue, $0.records) })
        return CommandResult(
            json: try run.encoded(["records": records]), ids: { counts.map(\.service.rawValue) },
            rows: table, text: { table().text($0) })
    }

    private static func rebuilt<Texts: SearchedTexts>(
        _ texts: Texts.Type, _ run: CommandRun
    ) throws -> Int {
        let answer = try run.callAsAnybody(
            RebuildSearch<Texts>.self, EmptyRequest(),
            passport: try ServiceSurvey(run).operatorPassport())
        return try run.decoded(RebuildSearch<Texts>.Response.self, answer).records
    }
}
