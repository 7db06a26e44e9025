import Contracts

/// A coach's figures as given in an import file.
struct ImportedFigures: Hashable {
    /// In percent.
    var score: Double?
    var lastContact: Instant?
}

extension ImportedFigures {
    /// Parses a row. Throws a validation error for the fields concerned.
    init(_ row: CoachImportRow, at now: Instant) throws(ServiceError) {
        var errors: [String: String] = [:]
        if let text = row.responsivenessScore.value?.trimmed, !text.isEmpty {
            let digits = text.hasSuffix("%") ? String(text.dropLast()).trimmed : text
            if let percent = Double(digits), (0...100).contains(percent) {
                score = percent
            } else {
                errors["responsiveness_score"] = "A score must be a number from 0 to 100"
            }
        }
        if let text = row.lastContactDate.value?.trimmed, !text.isEmpty {
            lastContact = Instant(text: text)
            if lastContact == nil {
                errors["last_contact_date"] =
                    "The last contact must be a date, such as 2026-02-03"
            } else if let lastContact, lastContact > now {
                errors["last_contact_date"] = "The last contact must not be in the future"
            }
        }
        guard errors.isEmpty else {
            let message = errors.values.sorted().joined(separator: "; ")
            throw ServiceError(.validationFailed, message, errors: errors)
        }
    }
}

/// The figures in a coach's row. Imported figures replace those that cannot be computed yet: the
/// score if there are fewer than two attempts, and the last contact if there is none.
struct KeptFigures: Hashable {
    let schoolID: SchoolID?
    let imported: ImportedFigures
    let score: Double?
    let source: FigureSource?
    /// The number of attempts that the score is based on; `nil` for an imported score.
    let sampleSize: Int?
    let medianAnswerHours: Double?
    let silentSince: Instant?
    let lastContact: Instant?
    var computedAt: Instant?
}

extension KeptFigures {
    /// Figures derived from the computed ones, falling back to imported values.
    init(schoolID: SchoolID?, imported: ImportedFigures, _ figures: ResponseFigures) {
        let isImported = figures.score == nil && imported.score != nil
        self.init(
            schoolID: schoolID, imported: imported,
            score: figures.score.map(Double.init) ?? imported.score,
            source: isImported ? .imported : figures.score.map { _ in .computed },
            sampleSize: isImported ? nil : figures.sampleSize,
            medianAnswerHours: figures.medianAnswerHours, silentSince: figures.silentSince,
            lastContact: figures.lastContact ?? imported.lastContact, computedAt: nil)
    }

    /// Copies the figures into the record.
    func show(in coach: inout Coach) {
        coach.responsivenessScore = score
        coach.responsivenessSource = source
        coach.responsivenessSampleSize = sampleSize
        coach.responsivenessComputedAt = computedAt
        coach.medianAnswerHours = medianAnswerHours
        coach.silentSince = silentSince
        coach.lastContactDate = lastContact
    }

    /// Whether everything but the time of computation is equal.
    func isSame(as other: KeptFigures) -> Bool {
        var other = other
        other.computedAt = computedAt
        return self == other
    }
}
