/// Operations that families' records of several kinds have.
extension OperationDefinition {
    /// Lists records: `coaches.list` at `/coaches`.
    static func list(_ records: String, of service: ServiceName, _ summary: String? = nil) -> Self {
        Self(
            "\(records).list", of: service, .read, .members,
            summary ?? "List the \(records) of the family", http: .get("/\(records)"))
    }

    /// Shows a record: `coaches.show` at `/coaches/{id}`.
    static func show(_ records: String, of service: ServiceName, _ summary: String) -> Self {
        Self(
            "\(records).show", of: service, .read, .members, summary,
            http: .get("/\(records)/{id}"))
    }

    /// Adds a record: `coaches.add` at `/coaches`.
    static func add(
        _ records: String, of service: ServiceName, _ summary: String,
        admitsParentsWhoLog: Bool = true
    ) -> Self {
        Self(
            "\(records).add", of: service, .write, .players("add \(records)"), summary,
            admitsParentsWhoLog: admitsParentsWhoLog, http: .create("/\(records)"))
    }

    /// Changes a record: `coaches.edit` at `/coaches/{id}`.
    static func edit(_ records: String, of service: ServiceName, _ summary: String) -> Self {
        Self(
            "\(records).edit", of: service, .write, .players("edit \(records)"), summary,
            admitsParentsWhoLog: true, http: .patch("/\(records)/{id}"))
    }

    /// Deletes a record: `coaches.delete` at `/coaches/{id}`.
    static func delete(
        _ records: String, of service: ServiceName, _ summary: String, budget: Duration? = nil
    ) -> Self {
        Self(
            "\(records).delete", of: service, .write, .players("delete \(records)"), summary,
            budget: budget, http: .delete("/\(records)/{id}"))
    }
}
