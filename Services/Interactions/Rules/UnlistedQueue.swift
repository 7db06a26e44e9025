import Contracts

/// Who of a player's contacts is none of the family's coaches, with what was decided about them.
struct UnlistedQueue {
    /// The last contact in one direction with a school and a name.
    struct Contact {
        let schoolID: SchoolID?
        /// The name as it was typed; nil if none was.
        let name: String?
        fileprivate(set) var last: LastContact
        let id: InteractionID

        fileprivate func isAfter(_ other: Contact) -> Bool {
            last == other.last ? id > other.id : last.isAfter(other.last)
        }
    }

    /// What was decided about a contact.
    struct Plan {
        let contactID: InteractionID
        let stored: (id: FollowUpID, version: Int)
        let settings: FollowUpSettings

        fileprivate func isAfter(_ other: Plan) -> Bool {
            (settings.decision?.at ?? .earliest, contactID)
                > (other.settings.decision?.at ?? .earliest, other.contactID)
        }
    }

    typealias Place = UnlistedContacts.Place

    private var newest: [Place: Contact] = [:]
    private var plans: [Place: Plan] = [:]
    private var lastOfCoaches: [CoachID: LastContact] = [:]
    private var decisionsOfCoaches: [CoachID: FollowUpSettings.Decision] = [:]
    private var schoolNames: [SchoolID: String] = [:]

    init(_ contacts: [Contact]) {
        var toNobody: [SchoolID?: Contact] = [:]
        for contact in contacts {
            let place = Place(contact.schoolID, contact.name)
            if newest[place].map({ contact.isAfter($0) }) ?? true { newest[place] = contact }
            guard place.name.isEmpty, contact.last.direction == .outbound else { continue }
            let known = toNobody[place.schoolID]
            if known.map({ contact.isAfter($0) }) ?? true { toNobody[place.schoolID] = contact }
        }
        for (place, contact) in newest {
            guard let answer = toNobody[place.schoolID], answer.isAfter(contact) else { continue }
            newest[place]?.last = answer.last
        }
    }

    /// Adds a decision about a contact, which may have been given a coach since.
    mutating func add(_ plan: Plan, at place: Place, givenTo coach: CoachID?) {
        if let coach { return decide(plan.settings.decision, for: coach) }
        if plans[place].map({ plan.isAfter($0) }) ?? true { plans[place] = plan }
    }

    /// Whether somebody's name was typed.
    var hasNames: Bool { newest.keys.contains { !$0.name.isEmpty } }

    /// Gives what belongs to a coach to them: contacts and decisions.
    mutating func give(to coaches: [Place: CoachID]) {
        for (place, contact) in newest {
            guard let coach = coaches[place] else { continue }
            newest[place] = nil
            lastOfCoaches[coach] = contact.last
            decide(plans[place]?.settings.decision, for: coach)
        }
    }

    private mutating func decide(_ decision: FollowUpSettings.Decision?, for coach: CoachID) {
        guard let decision else { return }
        if let known = decisionsOfCoaches[coach], known.at >= decision.at { return }
        decisionsOfCoaches[coach] = decision
    }

    // MARK: Coaches

    /// The coaches with contacts that have not been passed to a state.
    var coachesLeft: [CoachID] { lastOfCoaches.keys.sorted() }

    /// Adds to the state of a coach what belongs to them. What was decided about the coach alone
    /// holds, if it is later or was cleared.
    mutating func pass(to state: inout FollowUpState) {
        guard let coach = state.coachID else { return }
        if let last = lastOfCoaches.removeValue(forKey: coach) {
            state.last = state.last.map { $0.isAfter(last) ? $0 : last } ?? last
        }
        guard let decision = decisionsOfCoaches[coach] else { return }
        if state.stored == nil || state.settings.decision.map({ $0.at < decision.at }) ?? false {
            state.settings.decision = decision
        }
    }

    // MARK: The others

    /// The schools of those who are no coaches of the family.
    var schools: Set<SchoolID> { Set(newest.keys.compactMap(\.schoolID)) }

    mutating func name(_ school: SchoolID, _ name: String?) { schoolNames[school] = name }

    /// Those who are no coaches of the family.
    var states: [FollowUpState] { newest.keys.compactMap { state(at: $0) } }

    /// The state of one of them; nil if they are a coach of the family.
    func state(at place: Place) -> FollowUpState? {
        guard let contact = newest[place] else { return nil }
        let plan = plans[place]
        return FollowUpState(
            coachID: nil, contactID: contact.id, coachName: contact.name,
            schoolID: contact.schoolID, schoolName: contact.schoolID.flatMap { schoolNames[$0] },
            last: contact.last, stored: plan?.stored, plannedContactID: plan?.contactID,
            settings: plan?.settings ?? FollowUpSettings())
    }
}
