// An import has three steps: batches of rows are staged, which validates them; then one commit
// stores all of them, or those that are valid, or they are discarded.

/// Validates rows of a file and stages them.
public enum StageImport<Row: ImportRow>: Operation {
    /// The budget includes waits for a replica and for earlier commands.
    public static var definition: OperationDefinition {
        .importing(
            Row.self, "stageImport", "Check rows of \(Row.noun) and stage them for an import",
            budget: .seconds(20), http: .post("/\(Row.noun)/imports"))
    }

    public typealias Request = ImportBatch<Row>
    public typealias Response = ImportVerdicts
}

/// Stores all staged rows of an import.
public enum CommitImport<Row: ImportRow>: Operation {
    /// The budget is that of a command that stores all rows.
    public static var definition: OperationDefinition {
        .importing(
            Row.self, "commitImport", "Store the staged \(Row.noun) of an import, all at once",
            budget: .seconds(60), http: .post("/\(Row.noun)/imports/{import_id}/commit"))
    }

    public typealias Request = ImportCommit
    public typealias Response = ImportSummary
}

/// Discards the staged rows of an import.
public enum DiscardImport<Row: ImportRow>: Operation {
    public static var definition: OperationDefinition {
        .importing(
            Row.self, "discardImport", "Discard the staged \(Row.noun) of an import",
            http: .delete("/\(Row.noun)/imports/{import_id}"))
    }

    public typealias Request = ImportDiscard
    public typealias Response = ImportDiscard.Response
}

extension OperationDefinition {
    /// A step of an import.
    fileprivate static func importing(
        _ row: (some ImportRow).Type, _ verb: String, _ summary: String, budget: Duration? = nil,
        http: HTTPRoute
    ) -> OperationDefinition {
        OperationDefinition(
            "\(row.noun).\(verb)", of: row.service, .write,
            .family([.player], refusal: "Only players can import"), summary, budget: budget,
            http: http)
    }
}
