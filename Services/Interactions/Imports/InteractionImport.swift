import Contracts
import DataServiceKit
import ServiceKit

/// Imports interactions; each row becomes a new record, logged by the importing member.
struct InteractionImport: ImportPlan {
    static let table = ImportTable(
        MarkedTable("interactions"), importedType: InteractionsFeed.imported,
        removedType: InteractionsFeed.removed)

    let tables = [table]
    let refusesRepetition = true

    func stage(_ row: InteractionImportRow, in staging: ImportStaging) throws -> StagedRow {
        var form = row.form
        // A calibration note at the end of the content sets the level and stays in the content
        // (D-10).
        let noted = form.content.value.flatMap { InterestCalibration.split($0) }
        if let noted { form.content = FormField(noted.text) }
        var record = try CreateInteraction.record(
            of: try form.validated(), staging.scope, staging.unit)
        if let noted {
            record.content = (record.content ?? "") + noted.note
            record.interestLevel = noted.level
        }
        try InteractionWriter(staging.scope, staging.unit.transaction)
            .stage(record, mark: staging.mark)
        return .stored([StagedRecord(record.id, in: Self.table, json: record.json)])
    }

    /// Throws if a coach or school named by a row was deleted since staging.
    func committing(_ staging: ImportStaging) throws {
        try DeletionTombstones(staging.scope.familyID, staging.unit.transaction)
            .requireOwners(ofImport: staging.importID, in: InteractionsOfDeleted.table)
    }

    func revealed(_ batch: RevealedBatch, _ staging: ImportStaging) throws {
        try InteractionWriter(staging.scope, staging.unit.transaction)
            .countImported(batch.json)
    }
}
