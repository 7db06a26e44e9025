import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Updates the figures in the coaches' rows. Each row stores the time span in which its figures are
/// valid; outside of it they are recomputed before anyone reads them.
struct ResponseFigureUpdater {
    /// The most rows computed per step, so that other commands do not wait long.
    static let stepMax = 500

    static let oldSQL = """
        SELECT family_unit_id, id FROM coaches INDEXED BY coaches_with_old_figures
        WHERE figures_until = 0 AND deleted_at IS NULL AND restoring_by IS NULL LIMIT ?1
        /* all families: the housekeeper computes whatever is due */
        """
    static let overSQL = """
        SELECT id FROM coaches INDEXED BY coaches_by_figures_until
        WHERE family_unit_id = ?1 AND figures_until BETWEEN 0 AND ?2
            AND figures_until IS NOT NULL AND deleted_at IS NULL AND restoring_by IS NULL
        LIMIT ?3
        """
    static let notBegunSQL = """
        SELECT id FROM coaches INDEXED BY coaches_by_figures_from
        WHERE family_unit_id = ?1 AND figures_from > ?2 AND figures_from IS NOT NULL
            AND deleted_at IS NULL AND restoring_by IS NULL LIMIT ?3
        """

    private let transaction: WriteTransaction
    private let now: Instant

    /// Computes as of this time.
    init(_ transaction: WriteTransaction, now: Instant) {
        self.transaction = transaction
        self.now = now
    }

    // MARK: Outdated figures

    /// Returns some coaches of a family whose figures are outdated.
    fileprivate static func old(
        of family: FamilyID, at now: Instant, limit: Int, in transaction: ReadTransaction
    ) throws -> [CoachID] {
        let over = try transaction.rows(overSQL, family, now, limit) {
            try $0.identifier(0) as CoachID
        }
        guard over.isEmpty else { return over }
        // Covers a clock that was set back.
        return try transaction.rows(notBegunSQL, family, now, limit) {
            try $0.identifier(0) as CoachID
        }
    }

    // MARK: Computing

    /// Computes up to `stepMax` outdated figures of a family. Returns true if there were any, so
    /// there may be more.
    func computeOldOnes(of family: FamilyID) throws -> Bool {
        let old = try Self.old(of: family, at: now, limit: Self.stepMax, in: transaction)
        for coach in old { try compute(coach, of: family) }
        return !old.isEmpty
    }

    /// Computes up to `stepMax` figures outdated by contacts; the others wait for a read.
    func computeOldOnes() throws {
        let old = try transaction.rows(Self.oldSQL, Self.stepMax) { row in
            (family: try row.identifier(0) as FamilyID, coach: try row.identifier(1) as CoachID)
        }
        for (family, coach) in old { try compute(coach, of: family) }
    }

    /// Computes and returns the figures of a coach, deleted or not; `nil` if the family has no such
    /// coach. The time of computation only changes if a figure does.
    @discardableResult
    func compute(_ coach: CoachID, of family: FamilyID) throws -> KeptFigures? {
        guard let kept = try kept(coach, of: family) else { return nil }
        let log = ContactLog(family, transaction)
        let figures = ResponseFigures(
            of: try log.contacts(with: coach),
            schoolAnswers: try kept.schoolID.map { try log.answers(from: $0) } ?? [], at: now)
        var shown = KeptFigures(schoolID: kept.schoolID, imported: kept.imported, figures)
        if let computedAt = kept.computedAt, shown.isSame(as: kept) {
            shown.computedAt = computedAt
        } else if shown.sampleSize != nil {
            shown.computedAt = now
        }
        try transaction.execute(
            """
            UPDATE coaches SET responsiveness_score = ?3, responsiveness_source = ?4,
                responsiveness_sample_size = ?5, responsiveness_computed_at = ?6,
                median_answer_hours = ?7, silent_since = ?8, last_contact_date = ?9,
                figures_from = ?10, figures_until = ?11
            WHERE family_unit_id = ?1 AND id = ?2
            """, family, coach, shown.score, shown.source, shown.sampleSize,
            shown.computedAt, shown.medianAnswerHours, shown.silentSince, shown.lastContact,
            figures.holdsFrom, figures.holdsUntil)
        return shown
    }

    /// Stores a new coach's imported figures, which are used as long as there are none of the
    /// coach's own.
    func keep(_ imported: ImportedFigures, of coach: inout Coach) throws {
        try transaction.execute(
            """
            UPDATE coaches SET imported_score = ?3, imported_last_contact = ?4
            WHERE family_unit_id = ?1 AND id = ?2
            """, coach.familyUnitID, coach.id, imported.score, imported.lastContact)
        try compute(coach.id, of: coach.familyUnitID)?.show(in: &coach)
    }

    private func kept(_ coach: CoachID, of family: FamilyID) throws -> KeptFigures? {
        try transaction.first(
            """
            SELECT school_id, imported_score, imported_last_contact, responsiveness_score,
                responsiveness_source, responsiveness_sample_size, responsiveness_computed_at,
                median_answer_hours, silent_since, last_contact_date
            FROM coaches WHERE family_unit_id = ?1 AND id = ?2
            """, family, coach
        ) { row in
            KeptFigures(
                schoolID: try row.identifierOrNil(0),
                imported: ImportedFigures(
                    score: try row.doubleOrNil(1), lastContact: try row.instantOrNil(2)),
                score: try row.doubleOrNil(3), source: try row.wordOrNil(4),
                sampleSize: try row.int64OrNil(5).map { Int($0) },
                medianAnswerHours: try row.doubleOrNil(7), silentSince: try row.instantOrNil(8),
                lastContact: try row.instantOrNil(9), computedAt: try row.instantOrNil(6))
        }
    }
}

extension CallContext {
    /// Returns the caller's family, for a query that shows figures of coaches. Throws `StaleRows`
    /// if some are outdated, so that they are computed before the query runs again.
    func familyWithFigures(in transaction: ReadTransaction) throws -> FamilyScope {
        let scope = try requireFamily()
        let family = scope.familyID
        let old = try ResponseFigureUpdater.old(of: family, at: now, limit: 1, in: transaction)
        guard !old.isEmpty else { return scope }
        throw StaleRows { [now] transaction in
            try ResponseFigureUpdater(transaction, now: now).computeOldOnes(of: family)
        }
    }
}
