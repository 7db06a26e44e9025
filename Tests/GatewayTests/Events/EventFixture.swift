import CommandKit
import Contracts
import Foundation
import ServiceKit
import Testing

@testable import Gateway

/// An events service that answers from a script.
enum EventFixture {
    static let showcase = event(0xe0e0_0001, "Spring Showcase 2026") { event in
        event.schoolID = Fixture.dukeID
        event.schoolName = "Duke University"
        event.location = "Jack Coombs Field"
        event.address = "1 Whitford Dr"
        event.city = "Durham"
        event.state = "NC"
        event.endDate = CivilDay(text: "2026-04-16")
        event.startTime = LocalTime(text: "09:00")
        event.endTime = LocalTime(text: "17:00")
        event.checkinTime = LocalTime(text: "08:15")
        event.cost = 1_075.5
        event.eventSource = .webSearch
        event.description = "Two days of games.\nBring water."
        event.url = "https://events.example/1"
        event.performanceNotes = "Hit well"
        event.statsRecorded = RecordedStats(["at_bats": .number(4), "mood": .text("good")])
        event.registered = true
        event.coachesPresent = [Fixture.coach.id]
    }
    static let bare = event(0xe0e0_0002, "Bare Game") { $0.type = .game }

    static func event(
        _ number: UInt64, _ name: String, _ change: (inout Event) -> Void
    ) -> Event {
        var event = Event(
            id: Fixture.id(number), familyUnitID: Fixture.familyID, userID: Fixture.playerID,
            type: .showcase, name: name,
            startDate: CivilDay(year: 2026, month: 4, day: 15) ?? CivilDay(daysSince1970: 0),
            at: Fixture.created)
        change(&event)
        return event
    }

    static var coach: CoachPresence {
        var coach = CoachPresence(
            coachID: Fixture.coach.id, recordedName: "Pat Doyle", recordedRole: .assistant)
        coach.name = "Pat Doyle"
        coach.role = .head
        coach.schoolID = Fixture.dukeID
        coach.email = "pat@duke.example"
        coach.phone = "(919) 555-0100"
        return coach
    }

    static let lost = CoachPresence(
        coachID: Fixture.id(0xc0ac_0009), recordedName: "Lee Ann", recordedRole: .recruiting)

    static func metric(
        _ number: UInt64, _ type: String, _ value: Double, verified: Bool = false,
        at event: Event? = showcase
    ) -> Metric {
        Metric(
            id: Fixture.id(number), familyUnitID: Fixture.familyID, userID: Fixture.playerID,
            eventID: event?.id, eventName: event?.name, metricType: type, value: value,
            unit: MetricKind.unit(of: type), recordedDate: showcase.startDate,
            notes: verified ? "Laser timed" : nil, verified: verified,
            createdAt: Fixture.created)
    }

    static let metrics = [
        metric(0x3e3e_0001, "velocity", 92.5, verified: true),
        metric(0x3e3e_0002, "sixty_time", 7.05),
    ]

    static func page(_ event: Event) -> ShowEvent.Response {
        let isFull = event.id == showcase.id
        return ShowEvent.Response(
            event: event, coaches: isFull ? [coach, lost] : [],
            availableCoaches: isFull
                ? [.init(id: Fixture.id(0xc0ac_0002), name: "Ann Lee", role: .assistant)] : [],
            metrics: isFull ? metrics : [], quickLog: QuickLog(event, in: .gmt))
    }

    static func attended(_ event: Event) -> Event {
        var event = event
        event.attended = true
        event.version += 1
        return event
    }

    static func answers(to call: OutgoingCall, role: Role) -> Outcome {
        let payload = String(decoding: call.payload, as: UTF8.self)
        let event = payload.contains(bare.id.text) ? bare : showcase
        switch call.operation {
        case "events.list":
            return Fixture.answer(ListEvents.Response([showcase, bare], total: 2))
        case "events.show": return Fixture.answer(page(event))
        case "events.add": return Fixture.answer(EventAnswer(event: event))
        case "events.edit":
            return Fixture.answer(
                EditEvent.Response(
                    event,
                    changes: [.init(field: "city", before: "Durham", after: nil)]))
        case "events.attend":
            return Fixture.answer(
                AttendEvent.Response(
                    event: attended(event), changed: true, quickLog: page(event).quickLog))
        case "events.deletionBlockers":
            return Fixture.answer(
                DeletionBlockers(
                    of: "event",
                    event.id == bare.id ? [] : [DeletionBlocker(type: "metrics", count: 2)]))
        case "events.delete", "events.cascadeDelete":
            return Fixture.answer(
                DeleteInteraction.Response(
                    deleted: call.operation == "events.delete"
                        ? ["events": 1] : ["events": 1, "metrics": 2],
                    message: "Event deleted", operationID: Fixture.operationID))
        case "events.availableCoaches":
            return Fixture.answer(
                ListAvailableCoaches.Response(availableCoaches: page(event).availableCoaches))
        case "events.addCoach", "events.removeCoach":
            return Fixture.answer(
                EventCoachesAnswer(
                    event: event, coaches: [coach],
                    operationID: call.operation == "events.removeCoach"
                        ? Fixture.operationID : nil))
        case "metrics.list":
            return Fixture.answer(ListMetrics.Response(metrics, total: metrics.count))
        case "metrics.bests":
            return Fixture.answer(ShowPersonalBests.Response(bests: PersonalBests.of(metrics)))
        case "metrics.add": return Fixture.answer(AddMetric.Response(metrics[0]))
        case "metrics.edit":
            return Fixture.answer(
                EditMetric.Response(
                    metric: metrics[0],
                    changes: [.init(field: "event_id", before: bare.id.text, after: nil)]))
        case "metrics.delete":
            return Fixture.answer(
                DeleteInteraction.Response(
                    deleted: ["metrics": 1], message: "Metric deleted",
                    operationID: Fixture.operationID))
        default: return Fixture.answers(to: call, role: role)
        }
    }

    static let script: ScriptedTransport.Script = { answers(to: $0, role: .player) }

    static func harness(
        _ role: Role = .player, _ script: ScriptedTransport.Script? = nil
    ) throws -> CompassHarness {
        try CompassHarness.signedIn(role: role, script ?? { answers(to: $0, role: role) })
    }

    /// A player whom the services refuse one operation.
    static func refusing(
        _ operation: String, _ code: ErrorCode, _ message: String
    ) throws -> CompassHarness {
        try harness(.player, Fixture.refusing(operation, code, message, otherwise: script))
    }

    static let terminal = TerminalTraits(isTerminal: true, columns: 100)

    static func payload(_ call: OutgoingCall?) -> String {
        String(decoding: call?.payload ?? [], as: UTF8.self)
    }
}
