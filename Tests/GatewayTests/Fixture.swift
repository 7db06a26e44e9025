import Contracts
import Foundation
import ServiceKit

/// A small family and what its services answer.
enum Fixture {
    static func id<Tag>(_ number: UInt64) -> Identifier<Tag> {
        Identifier(high: 0x0197_0000_0000_7000, low: 0x8000_0000_0000_0000 | number)
    }

    static let playerID: UserID = id(0x1111_1111)
    static let siblingID: UserID = id(0x2222_2222)
    static let familyID: FamilyID = id(0xfafa_0001)
    static let otherFamilyID: FamilyID = id(0xfafa_0002)
    static let sessionID: SessionID = id(0x5e55_0001)
    static let dukeID: SchoolID = id(0x5c00_0001)
    static let operationID: OperationID = id(0x0d0d_0001)
    static let created = Instant(milliseconds: 1_770_127_200_000)  // 2026-02-03T14:00:00Z

    static func user(_ role: Role) -> User {
        User(
            id: playerID, email: "sam@example.com", fullName: "Sam Lee", role: role,
            timeZone: "America/New_York", createdAt: created)
    }

    static func membership(_ role: Role) -> Membership {
        Membership(familyUnitID: familyID, name: "Lee Family", role: role, timeZone: "UTC")
    }

    static let schools = [
        school(0x5c00_0001, "Duke University"), school(0x5c00_0002, "North Carolina State"),
        school(0x5c00_0003, "University of North Carolina"),
    ]

    static func school(_ number: UInt64, _ name: String) -> School {
        School(
            id: id(number), familyUnitID: familyID, name: name, city: "Durham", state: "NC",
            division: .d1, conference: "ACC", catalogueID: "198419", version: 1,
            createdAt: created, updatedAt: created)
    }

    static let coach = Coach(
        id: id(0xc0ac_0001), familyUnitID: familyID, firstName: "Pat", lastName: "Doyle",
        schoolID: dukeID, schoolName: "Duke University", role: .head, email: "pat@duke.example",
        phone: "(919) 555-0100", version: 1, createdBy: playerID, createdAt: created,
        updatedAt: created)

    static let full = interaction(0xaaaa_0001) { row in
        row.schoolID = dukeID
        row.schoolName = "Duke University"
        row.coachID = coach.id
        row.coachName = "Pat Doyle"
        row.type = .phoneCall
        row.direction = .inbound
        row.sentiment = .veryPositive
        row.subject = "Roster spots for 2027 and a visit in spring, before the camp starts"
        row.content = "They asked for film.\nSecond line.\n\n[Coach Interest Level: HIGH]"
        row.interestLevel = .high
        row.interestAnswers = [.visit, .roster, .contact, .personal]
        row.attachments = ["interactions/x/a%20very%20long%20file%20name.pdf"]
        row.occurredAt = Instant(milliseconds: 1_770_128_100_000)  // 2026-02-03T14:15:00Z
    }

    static let bare = interaction(0xbbbb_0002) { row in
        row.loggedBy = siblingID
        row.loggedByName = "Alex Lee"
        row.occurredAt = nil
    }

    static func interaction(
        _ number: UInt64, _ change: (inout Interaction) -> Void
    ) -> Interaction {
        var row = Interaction(
            id: id(number), familyUnitID: familyID, schoolID: nil, schoolName: nil, coachID: nil,
            coachName: nil, otherCoachName: nil, eventID: nil, type: .email, direction: .outbound,
            subject: nil, content: nil, sentiment: nil, occurredAt: created, loggedBy: playerID,
            loggedByName: "Sam Lee", interestLevel: nil, interestAnswers: nil, attachments: [],
            createdAt: created, updatedAt: created)
        change(&row)
        return row
    }

    static func list(
        _ rows: [Interaction], role: Role = .player, filters: [ActiveFilter] = []
    ) -> ListInteractions.Response {
        let inbound = rows.count { $0.direction == .inbound }
        return ListInteractions.Response(
            activeFilters: filters,
            analytics: InteractionFigures(
                total: rows.count, outbound: rows.count - inbound, inbound: inbound,
                thisWeek: rows.count),
            interactions: rows, loggedByOptions: nil,
            title: role == .player ? "My Interactions" : "Interactions")
    }

    static func answer(_ value: some Encodable) -> Outcome {
        .success((try? JSONCoding.encode(value)) ?? [], replayed: false)
    }

    /// What a sign-in answers.
    static func login(
        token: String = "fresh-token", session: SessionID = Fixture.sessionID,
        user: User = Fixture.user(.player)
    ) -> Outcome {
        answer(
            Login.Response(
                token: token,
                session: Session(
                    id: session, device: nil, createdAt: created, lastUsedAt: created,
                    expiresAt: Instant.latest),
                user: user))
    }

    static func passport(_ role: Role = .player) -> Outcome {
        answer(
            IssuePassport.Response(
                passport: Data([1, 2, 3]).base64EncodedString(),
                expiresAt: Instant(milliseconds: 1_770_725_100_000),  // five minutes after now
                user: user(role), families: [membership(role)]))
    }

    /// What every service answers to a player, unless a test says otherwise.
    static let script: ScriptedTransport.Script = { answers(to: $0, role: .player) }
    /// The same for a parent.
    static let parentScript: ScriptedTransport.Script = { answers(to: $0, role: .parent) }

    /// One deletion in the trash of interactions; nothing elsewhere.
    static func operations(at service: String, _ call: OutgoingCall) -> ListOperations.Response {
        let request = try? JSONCoding.decodeRequest(
            ListOperations.Request.self, from: call.payload)
        let ending = request?.ending.value.flatMap { RecordEnding($0)?.digits }
        let isMeant = ending.map { RecordEnding(operationID).digits.hasSuffix($0) } ?? true
        guard service == "interactions", isMeant else { return .init(operations: []) }
        return .init(operations: [deletion])
    }

    static let deletion = UndoableOperation(
        id: operationID, kind: "interactions.delete", effect: .deleted, title: "Camp in June",
        counts: ["interactions": 1], actor: playerID, actorName: "Sam Lee", createdAt: created,
        expiresAt: created.advanced(by: TrashLimit.keptFor))

    static func answers(to call: OutgoingCall, role: Role) -> Outcome {
        switch call.operation {
        case "passports.issue": passport(role)
        case "interactions.list": answer(list([full, bare], role: role))
        case "interactions.find": found(among: [full, bare], call)
        case "interactions.show":
            answer(
                ShowInteraction.Response(
                    interaction: full, canDelete: role == .player, canExport: role == .player))
        case "interactions.create" where role == .parent:
            refusal(.forbidden, "Only players can create interactions")
        case "interactions.create":
            answer(CreateInteraction.Response(hints: nil, interaction: full, warnings: []))
        case "interactions.delete":
            answer(
                DeleteInteraction.Response(
                    deleted: ["interactions": 1], message: "Interaction deleted",
                    operationID: operationID))
        case "interactions.deletionBlockers": answer(DeletionBlockers(of: "interaction", []))
        case "interactions.exportRecord": answer(ExportInteraction.Response(interaction: full))
        case "interactions.export":
            answer(ExportInteractions.Response(interactions: [full, bare], nextCursor: nil))
        case "profiles.list": answer(ListProfiles.Response(profiles: []))
        case "operations.list": answer(operations(at: call.service, call))
        case "operations.undo" where call.service == "interactions":
            answer(
                UndoOperation.Response(
                    operationID, restored: ["interactions": 1], ids: [full.id.text]))
        case "operations.purge" where call.service == "interactions":
            answer(
                PurgeOperations.Response(purged: [operationID], counts: ["interactions": 1]))
        case "schools.list": answer(ListSchools.Response(schools, total: schools.count))
        case FindSchoolAliases.name: answer(FindSchoolAliases.Response(aliases: []))
        case "coaches.list": answer(ListCoaches.Response([coach], total: 1))
        case "families.show":
            answer(
                ShowFamily.Response(
                    family: membership(role),
                    members: [
                        Member(
                            userID: playerID, fullName: "Sam Lee", role: .player,
                            joinedAt: created),
                        Member(
                            userID: siblingID, fullName: "Alex Lee", role: .player,
                            joinedAt: created),
                    ]))
        default: refusal(.unimplemented, "\(call.operation) is not scripted")
        }
    }

    /// The rows whose id ends as asked.
    static func found(among rows: [Interaction], _ call: OutgoingCall) -> Outcome {
        let request = try? JSONCoding.decodeRequest(
            FindInteractions.Request.self, from: call.payload)
        let ending = (request?.ending.value ?? "?").filter { $0 != "-" }.lowercased()
        let matches = rows.filter { $0.id.text.filter { $0 != "-" }.hasSuffix(ending) }.map {
            InteractionMatch(
                id: $0.id, subject: $0.subject, type: $0.type, displayDate: $0.displayDate)
        }
        return answer(FindInteractions.Response(matches: matches))
    }

    /// The reply of a service without this record.
    static func missing(_ what: ErrorSubject) -> Outcome {
        .failure(.notFound(what), executed: .no)
    }

    /// Services that refuse an operation.
    static func refusing(
        _ operation: String, _ code: ErrorCode, _ message: String,
        otherwise script: @escaping ScriptedTransport.Script = Fixture.script
    ) -> ScriptedTransport.Script {
        { $0.operation == operation ? refusal(code, message) : script($0) }
    }

    /// The answer to a call that resolves references, one by one.
    static func resolving(
        _ call: OutgoingCall,
        _ resolve: (ResolveReferences.Reference) -> ResolveReferences.Resolved
    ) -> Outcome {
        guard
            let request = try? JSONCoding.decodeRequest(
                ResolveReferences.Request.self, from: call.payload)
        else { return refusal(.validationFailed, "no references") }
        return answer(ResolveReferences.Response(references: request.references.map(resolve)))
    }

    static func refusal(
        _ code: ErrorCode, _ message: String, errors: [String: String] = [:],
        subject: ErrorSubject? = nil, executed: Outcome.Execution = .no
    ) -> Outcome {
        .failure(
            ServiceError(code, message, errors: errors, subject: subject), executed: executed)
    }
}
