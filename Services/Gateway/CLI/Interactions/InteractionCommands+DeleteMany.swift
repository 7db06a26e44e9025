import CommandKit
import Contracts
import ServiceKit

/// Deleting several interactions: those that filters select, or those with the given ids.
extension InteractionCommands {
    /// The name of the toggle without which filters select nothing to delete.
    static let allMatching = "all-matching"

    /// The deletion that the flags and arguments ask for; nil if it is that of one record.
    static func deleteMany(_ run: CommandRun) throws -> CommandResult? {
        if let stored = try stored(run) { return stored }
        let ids = try chosen(run, "delete", keepingOne: true).ids
        return ids.isEmpty ? nil : try delete(ids, run)
    }

    /// The interactions that the arguments name, or that the filters choose. `verb` is what happens
    /// to them. With `keepingOne` a single id is not looked up, and there are no ids.
    static func chosen(
        _ run: CommandRun, _ verb: String, keepingOne: Bool = false
    ) throws -> (ids: [InteractionID], isByFilters: Bool) {
        let given = run.invocation
        if given.isOn(allMatching) {
            guard given.arguments.isEmpty else {
                throw CommandFailure.usage(
                    "Ids and --\(allMatching) cannot be combined",
                    reason: "Ids name the records; filters choose among all.")
            }
            return (try matching(run), true)
        }
        let filters = InteractionFilter.flags.filter {
            given.text($0.name) != nil || given.isOn($0.name)
        }
        if let filter = filters.first {
            throw CommandFailure.usage(
                "--\(filter.name) needs --\(allMatching)",
                reason: "Choosing all interactions that match filters has to be asked for.")
        }
        guard !given.arguments.isEmpty else {
            throw CommandFailure.usage(
                "Nothing to \(verb)", reason: "Give ids, or filters with --\(allMatching).",
                remedy: "Try: compass \(given.command.name) --help")
        }
        if keepingOne, given.arguments.count == 1 { return ([], false) }
        return (try given.arguments.map { try run.interactionID($0) }, false)
    }

    /// The result of a deletion that an earlier run began with the given key; nil if that was of
    /// one record.
    private static func stored(_ run: CommandRun) throws -> CommandResult? {
        guard !run.isDryRun, let key = try run.typedKey(),
            let stored = try run.signIns.pending(key), stored.operation == DeleteInteractions.name,
            let found = try run.repeated(DeleteInteractions.self)
        else { return nil }
        return try result(found.answer, run)
    }

    /// The ids of the rows that the filters select.
    private static func matching(_ run: CommandRun) throws -> [InteractionID] {
        var request = try run.listRequest(by: InteractionFilter.self)
        // One more shows that there are too many.
        let most = request.limit.value ?? DeleteInteractions.idsMax + 1
        request.limit = FormField(min(most, DeleteInteractions.idsMax + 1))
        let page = try run.response(of: ListInteractions.self, request)
        guard !page.interactions.isEmpty else {
            throw CommandFailure(.notFound, "No interaction matches the filters")
        }
        guard page.interactions.count <= DeleteInteractions.idsMax else {
            throw CommandFailure.usage(
                DeleteInteractions.Refusal.tooMany,
                reason: "\(page.analytics.total) match the filters.",
                remedy: "Add a filter, or --limit \(DeleteInteractions.idsMax) for the newest.")
        }
        return page.interactions.map(\.id)
    }

    private static func delete(_ ids: [InteractionID], _ run: CommandRun) throws -> CommandResult {
        let request = DeleteInteractions.Request(ids: ids)
        if try run.asks() {
            // Reports what would be refused before asking.
            try run.rehearse(DeleteInteractions.self, request)
            try run.confirm("Delete \(CountedNoun.text(Set(ids).count, "interactions"))?")
        }
        return try result(try run.change(DeleteInteractions.self, request), run)
    }

    private static func result(_ answer: Caller.Answer, _ run: CommandRun) throws -> CommandResult {
        let response = try run.decoded(DeleteInteractions.Response.self, answer)
        return .line(
            response.message, json: answer.json, notes: run.undoNotes(response.operationID))
    }
}
