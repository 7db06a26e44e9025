import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension ExplainCoach {
    /// Explains a coach's figures. Contacts of siblings count as well; a player only sees when they
    /// took place.
    static func handle(
        _ input: Request, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> Response {
        let scope = try context.familyWithFigures(in: transaction)
        let coach = try CoachRepository(scope, transaction).require(input.id)
        let log = ContactLog(scope.familyID, transaction)
        // Future contacts are neither attempts nor answers yet.
        let past = { (contacts: [Contact]) in
            contacts.filter { $0.occurredAt <= context.now }
        }
        let figures = ResponseFigures(
            of: past(try log.contacts(with: coach.id)),
            schoolAnswers: past(try coach.schoolID.map { try log.answers(from: $0) } ?? []),
            at: context.now)
        return Response(
            answeredCount: figures.answeredCount,
            attempts: figures.attempts.reversed().map { attempt($0, scope, context.now) },
            coach: coach, countedCount: figures.sampleSize ?? 0,
            daysOfSilence: figures.daysOfSilence(at: context.now))
    }

    private static func attempt(
        _ attempt: ResponseAttempt, _ scope: FamilyScope, _ now: Instant
    ) -> CoachExplanation.Attempt {
        CoachExplanation.Attempt(
            answer: attempt.answer.map { message($0, scope) }, answerHours: attempt.answerHours,
            beganAt: attempt.beganAt, counts: ResponseFigures.counts(attempt, at: now),
            countsFrom: attempt.countsFrom,
            messages: attempt.messages.map { message($0, scope) })
    }

    private static func message(
        _ contact: Contact, _ scope: FamilyScope
    ) -> CoachExplanation.Message {
        let isOpen = scope.role == .parent || contact.loggedBy == scope.userID
        return CoachExplanation.Message(
            interactionID: isOpen ? contact.id : nil, isOfSchool: contact.isOfSchool,
            occurredAt: contact.occurredAt, type: isOpen ? contact.type : nil)
    }
}
