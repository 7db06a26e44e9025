import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Logs an interaction (page Add Interaction). Logger and family come from the passport.
extension CreateInteraction {
    /// What the answer says when the calibration did not apply (D-12).
    static let answersIgnored =
        "Interest answers count only for inbound contacts that felt positive; they were not stored"

    static func handle(
        _ input: CreateInteraction.Input, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> [UInt8] {
        let scope = try context.requireFamily()
        let interaction = try record(of: input, scope, unit)
        try InteractionWriter(scope, unit.transaction).insert(interaction)
        let json = interaction.json()
        try unit.record(
            NewChange(
                InteractionsFeed.created, of: InteractionChange.aggregate, interaction.id,
                version: 1, family: scope.familyID, json: json))
        return answer(json, warnings: warnings(for: input))
    }

    /// The record that a right form makes.
    static func record(
        of input: CreateInteraction.Input, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> Interaction {
        let references = References(scope, unit.transaction)
        let schoolID = try references.school(of: input)
        try references.require(input.eventID)
        let names = FamilyNames(scope, unit.transaction)
        return Interaction(
            id: InteractionID.make(at: unit.now), familyUnitID: scope.familyID,
            schoolID: schoolID, schoolName: try schoolID.flatMap(names.school),
            coachID: input.coachID, coachName: try input.coachID.flatMap(names.coach),
            otherCoachName: input.otherCoachName, eventID: input.eventID, type: input.type,
            direction: input.direction, subject: input.subject, content: input.storedContent,
            sentiment: input.sentiment, occurredAt: input.occurredAt, loggedBy: scope.userID,
            loggedByName: try names.member(scope.userID), interestLevel: input.interestLevel,
            interestAnswers: isCalibrated(input) ? input.signals : nil, attachments: [],
            createdAt: unit.now, updatedAt: unit.now)
    }

    private static func isCalibrated(_ input: CreateInteraction.Input) -> Bool {
        InterestCalibration.applies(direction: input.direction, sentiment: input.sentiment)
    }

    private static func warnings(for input: CreateInteraction.Input) -> [String] {
        input.signals != nil && !isCalibrated(input) ? [answersIgnored] : []
    }

    /// The bytes of `JSONCoding.encode(CreateInteraction.Response)`, around a record that is JSON.
    private static func answer(_ record: [UInt8], warnings: [String]) -> [UInt8] {
        var json = JSONWriter(capacity: record.count + 256)
        json.beginObject()
        json.key("interaction")
        json.raw(json: record)
        json.key("warnings")
        json.beginArray()
        for warning in warnings {
            json.string(warning)
        }
        json.endArray()
        json.endObject()
        return json.bytes
    }
}
