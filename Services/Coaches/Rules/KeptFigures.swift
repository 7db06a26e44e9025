import Contracts

/// What a file of coaches said about somebody.
struct ImportedFigures: Hashable {
    /// In percent.
    var score: Double?
    var lastContact: Instant?

    init(score: Double? = nil, lastContact: Instant? = nil) {
        self.score = score
        self.lastContact = lastContact
    }

    /// What a row says. Throws the refusal of its field.
    init(_ row: CoachImportRow, at now: Instant) throws(ServiceError) {
        if let text = row.responsivenessScore.value?.trimmed, !text.isEmpty {
            let digits = text.hasSuffix("%") ? String(text.dropLast()).trimmed : text
            guard let percent = Double(digits), (0...100).contains(percent) else {
                throw .invalid("responsiveness_score", "A score must be a number from 0 to 100")
            }
            score = percent
        }
        if let text = row.lastContactDate.value?.trimmed, !text.isEmpty {
            guard let instant = Instant(text: text) else {
                throw .invalid(
                    "last_contact_date", "The last contact must be a date, such as 2026-02-03")
            }
            guard instant <= now else {
                throw .invalid(
                    "last_contact_date", "The last contact must not be in the future")
            }
            lastContact = instant
        }
    }
}

/// The figures that stand in a coach's row. What was imported stands in for what cannot be
/// computed yet: the score for fewer than two attempts, the last contact as long as there is none.
struct KeptFigures: Hashable {
    let schoolID: SchoolID?
    let imported: ImportedFigures
    let score: Double?
    let source: FigureSource?
    /// How many attempts the score rests on; an imported one rests on none that are known.
    let sampleSize: Int?
    let medianAnswerHours: Double?
    let silentSince: Instant?
    let lastContact: Instant?
    var computedAt: Instant?

    /// What a row shows that says so.
    init(
        schoolID: SchoolID?, imported: ImportedFigures, score: Double?, source: FigureSource?,
        sampleSize: Int?, medianAnswerHours: Double?, silentSince: Instant?,
        lastContact: Instant?, computedAt: Instant?
    ) {
        self.schoolID = schoolID
        self.imported = imported
        self.score = score
        self.source = source
        self.sampleSize = sampleSize
        self.medianAnswerHours = medianAnswerHours
        self.silentSince = silentSince
        self.lastContact = lastContact
        self.computedAt = computedAt
    }

    /// What a row shows by these figures.
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

    /// Writes them into the record that people read.
    func show(in coach: inout Coach) {
        coach.responsivenessScore = score
        coach.responsivenessSource = source
        coach.responsivenessSampleSize = sampleSize
        coach.responsivenessComputedAt = computedAt
        coach.medianAnswerHours = medianAnswerHours
        coach.silentSince = silentSince
        coach.lastContactDate = lastContact
    }

    /// Whether everything is the same but the time of computation.
    func isSame(as other: KeptFigures) -> Bool {
        var other = other
        other.computedAt = computedAt
        return self == other
    }
}
