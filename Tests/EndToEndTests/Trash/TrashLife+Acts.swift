import Contracts
import Foundation
import ServiceKit

/// The actions of players.
extension TrashLife {
    /// Performs an action. Returns false if it was impossible or refused.
    func perform(_ act: TrashAct, _ actor: TrashActor) throws -> Bool {
        switch act {
        case .addSchool, .addCoach, .moveCoach, .log, .attach, .addPost, .importPosts:
            try add(act, actor)
        case .addEvent, .moveEvent, .addPresence, .addMetric: try addAtEvent(act, actor)
        case .stageImport: try stageImport(actor)
        case .commitImport: try commitImport(actor)
        case .undo: try undo(as: actor)
        case .purge: try purge(as: actor)
        case .purgeAll: try purgeAll(as: actor)
        default: try delete(act, actor)
        }
    }

    // MARK: Adding

    private func add(_ act: TrashAct, _ actor: TrashActor) throws -> Bool {
        let (home, place) = (household(actor), actor.household)
        switch act {
        case .addSchool:
            let made = try answer(
                AddSchool.self, .init(name: newName("School")), as: actor)
            guard let made else { return false }
            households[place].schools.append(made.school.id)
        case .addCoach:
            let made = try answer(AddCoach.self, coachForm(home), as: actor)
            guard let made else { return false }
            households[place].coaches.append(made.coach.id)
        case .moveCoach:
            guard let id = recent(home.coaches),
                let coach = try answer(ShowCoach.self, .init(id: id), as: actor)?.coach
            else { return false }
            var form = CoachForm(schoolID: recent(home.schools))
            form.id = FormField(coach.id.text)
            form.version = FormField(coach.version)
            return try answer(EditCoach.self, form, as: actor) != nil
        case .log:
            let made = try answer(CreateInteraction.self, interactionForm(home), as: actor)
            guard let made else { return false }
            households[place].interactions.append((made.interaction.id, actor.player))
        case .attach:
            return try attach(actor)
        case .addPost:
            guard let made = try answer(AddPost.self, postForm(home), as: actor) else {
                return false
            }
            households[place].posts.append(made.post.id)
        default:
            return try importPosts(actor)
        }
        return true
    }

    private func attach(_ actor: TrashActor) throws -> Bool {
        let own = household(actor).interactions.filter { $0.player == actor.player }
        guard let interaction = recent(own)?.id else { return false }
        let client = AttachmentClient(
            system: system, person: person(actor), family: household(actor).id)
        // A failed upload is not repeated here.
        let name = newName("letter").replacing(" ", with: "-") + ".txt"
        guard
            let file = try? client.attach(
                name, Array("Dear coach".utf8), to: interaction,
                key: .make(at: system.clock.now()))
        else { return false }
        households[actor.household].files.append((file.attachment.id, actor.player))
        return true
    }

    private func addAtEvent(_ act: TrashAct, _ actor: TrashActor) throws -> Bool {
        let (home, place) = (household(actor), actor.household)
        switch act {
        case .addEvent:
            guard let made = try answer(AddEvent.self, eventForm(home), as: actor) else {
                return false
            }
            households[place].events.append(made.event.id)
        case .moveEvent:
            guard let id = recent(home.events),
                let event = try answer(ShowEvent.self, .init(id: id), as: actor)?.event
            else { return false }
            var form = EventForm()
            form.id = FormField(event.id.text)
            form.version = FormField(event.version)
            form.schoolID = FormField(recent(home.schools)?.text)
            return try answer(EditEvent.self, form, as: actor) != nil
        case .addPresence:
            guard let (event, coach) = try eventAndCoach(actor) else { return false }
            return try answer(AddEventCoach.self, .init(id: event, coachID: coach), as: actor)
                != nil
        default:
            let form = MetricForm(
                metricType: "velocity", value: 90,
                eventID: chance(4, of: 5) ? recent(home.events) : nil)
            guard let made = try answer(AddMetric.self, form, as: actor) else { return false }
            households[place].metrics.append(made.metric.id)
        }
        return true
    }

    /// An event, and a coach who can be recorded there.
    private func eventAndCoach(_ actor: TrashActor) throws -> (EventID, CoachID)? {
        guard let event = recent(household(actor).events),
            let coaches = try answer(ListAvailableCoaches.self, .init(id: event), as: actor),
            let coach = choose(from: coaches.availableCoaches)
        else { return nil }
        return (event, coach.id)
    }

    // MARK: Deleting

    private func delete(_ act: TrashAct, _ actor: TrashActor) throws -> Bool {
        let home = household(actor)
        switch act {
        case .deleteInteraction:
            guard let one = recent(home.interactions)?.id else { return false }
            return chance(1, of: 2)
                ? try delete(DeleteInteraction.self, .init(id: one), as: actor)
                : try delete(CascadeDeleteInteraction.self, .init(id: one), as: actor)
        case .removeFile:
            guard let one = recent(home.files)?.id else { return false }
            return try delete(RemoveAttachment.self, .init(attachmentID: one), as: actor)
        case .deleteCoach, .cascadeCoach:
            guard let one = recent(home.coaches) else { return false }
            return act == .deleteCoach
                ? try delete(DeleteCoach.self, .init(id: one), as: actor)
                : try delete(CascadeDeleteCoach.self, .init(id: one), as: actor)
        case .deleteSchool, .cascadeSchool:
            guard let one = recent(home.schools) else { return false }
            return act == .deleteSchool
                ? try delete(DeleteSchool.self, .init(id: one), as: actor)
                : try delete(CascadeDeleteSchool.self, .init(id: one), as: actor)
        case .deleteEvent, .cascadeEvent:
            guard let one = recent(home.events) else { return false }
            return act == .deleteEvent
                ? try delete(DeleteEvent.self, .init(id: one), as: actor)
                : try delete(CascadeDeleteEvent.self, .init(id: one), as: actor)
        case .removePresence:
            return try removePresence(actor)
        case .deleteMetric:
            guard let one = recent(home.metrics) else { return false }
            return try delete(DeleteMetric.self, .init(id: one), as: actor)
        default:
            guard let one = recent(home.posts) else { return false }
            return try delete(DeletePost.self, .init(id: one), as: actor)
        }
    }

    private func removePresence(_ actor: TrashActor) throws -> Bool {
        guard let event = recent(household(actor).events),
            let shown = try answer(ShowEvent.self, .init(id: event), as: actor),
            let coach = choose(from: shown.coaches)?.coachID,
            let answer = try answer(
                RemoveEventCoach.self, .init(id: event, coachID: coach), as: actor),
            let operation = answer.operationID
        else { return false }
        know(operation, .events, actor)
        return true
    }
}
