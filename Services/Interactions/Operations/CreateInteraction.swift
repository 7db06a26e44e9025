import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Logs an interaction (page Add Interaction). Family and logger are those of the passport,
/// or the logger is the player for whom a parent enters it.
extension CreateInteraction {
    static func handle(
        _ input: CreateInteraction.Input, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> [UInt8] {
        let author = try context.author(naming: input.playerID, in: unit.transaction)
        let scope = author.scope
        let interaction = try record(of: input, scope, enteredBy: author.enteredBy, unit)
        try InteractionWriter(scope, unit.transaction).insert(interaction)
        let json = interaction.json
        try unit.record(
            NewChange(
                InteractionsFeed.created, of: InteractionChange.aggregate, interaction.id,
                version: 1, family: scope.familyID, json: json))
        let hints = try ContactHints(scope.familyID, unit.transaction).hints(
            for: interaction, scope, at: unit.now)
        let warnings = try warnings(
            for: input, interaction, at: unit.now, FamilyNames(scope, unit.transaction))
        return answer(json, hints: hints, warnings: warnings + hints.map(\.text))
    }

    /// Returns the record that a validated form describes. Throws if the form names another player
    /// than the one of the scope.
    static func record(
        of input: CreateInteraction.Input, _ scope: FamilyScope, enteredBy: UserID? = nil,
        _ unit: UnitOfWork
    ) throws -> Interaction {
        guard input.playerID == nil || input.playerID == scope.userID else {
            throw ServiceError.invalid("player_id", ParentsLogText.keptRefusal)
        }
        let references = References(scope, unit.transaction)
        let schoolID = try references.school(input.schoolID, of: input.coachID)
        try references.require(input.eventID)
        let names = FamilyNames(scope, unit.transaction)
        return Interaction(
            id: InteractionID.make(at: unit.now), familyUnitID: scope.familyID,
            schoolID: schoolID, schoolName: try schoolID.flatMap(names.school),
            coachID: input.coachID, coachName: try input.coachID.flatMap(names.coach),
            otherCoachName: input.otherCoachName, eventID: input.eventID, type: input.type,
            direction: input.direction, subject: input.subject, content: input.storedContent,
            sentiment: input.sentiment, occurredAt: input.occurredAt,
            occurredPrecision: input.occurredPrecision, loggedBy: scope.userID,
            loggedByName: try names.member(scope.userID), enteredBy: enteredBy,
            enteredByName: try enteredBy.flatMap(names.member), interestLevel: input.interestLevel,
            interestAnswers: isCalibrated(input) ? input.signals : nil, attachments: [],
            createdAt: unit.now, updatedAt: unit.now)
    }

    private static func isCalibrated(_ input: CreateInteraction.Input) -> Bool {
        InterestCalibration.applies(direction: input.direction, sentiment: input.sentiment)
    }

    /// Whether a contact's time is ahead of the clock. A day or a month is compared with that of
    /// the family's zone.
    static func isAhead(
        _ interaction: Interaction, at now: Instant, _ names: FamilyNames
    ) throws -> Bool {
        guard let time = interaction.occurredAt else { return false }
        guard let precision = interaction.occurredPrecision else {
            return time > now.advanced(by: InteractionLimit.aheadWithoutWarning)
        }
        let today = ContactTime.on(WallClock.day(of: now, in: try names.timeZone()))
        return time > ContactTime(today.instant, knownTo: precision).instant
    }

    private static func warnings(
        for input: CreateInteraction.Input, _ interaction: Interaction, at now: Instant,
        _ names: FamilyNames
    ) throws -> [String] {
        let isAhead = try isAhead(interaction, at: now, names)
        let ignoresAnswers = input.signals != nil && !isCalibrated(input)
        return (isAhead ? [isAheadWarning] : []) + (ignoresAnswers ? [answersIgnored] : [])
    }

    /// Encodes the same bytes as `JSONCoding.encode(CreateInteraction.Response)`, around a record
    /// that is already JSON.
    private static func answer(
        _ record: [UInt8], hints: [ContactHint], warnings: [String]
    ) -> [UInt8] {
        var json = JSONWriter(capacity: record.count + 256)
        json.beginObject()
        if !hints.isEmpty { json.member("hints", hints) }
        json.key("interaction")
        json.raw(json: record)
        json.member("warnings", warnings)
        json.endObject()
        return json.bytes
    }
}
