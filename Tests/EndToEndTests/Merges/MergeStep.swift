import Contracts
import Support
import Testing

/// A merge in a generated family, with what was there before, and its undo.
struct MergeStep {
    let pair: MergePair
    private let family: MergeFamily
    private let before: (records: RecordDump, pages: [String: [UInt8]])
    private let operation: OperationID
    /// The number of records that moved, by name.
    private let moved: [String: Int]

    /// Merges two random records of a kind, often the one that was kept last, and checks what
    /// moved.
    init(_ kind: MergePair.Kind, in family: MergeFamily, after last: MergeStep? = nil) throws {
        self.family = family
        pair = try family.takePair(of: kind, after: last?.pair)
        before = try family.read()
        let wanted = try MergeReferences(of: pair, in: family.system)
        (operation, moved) = try family.merge(pair)
        try check(wanted)
    }

    /// Nothing is lost: as many records refer to both as before, and none that is seen refers to
    /// the one who went.
    private func check(_ wanted: MergeReferences) throws {
        #expect(moved == wanted.moving)
        let after = try family.read()
        #expect(after.records.counts == before.records.counts)
        let found = try MergeReferences(of: pair, in: family.system)
        #expect(found.both == wanted.both)
        for (name, count) in found.ofOther {
            // A player's decision stays with the one who went if there is one about the other.
            let stays = wanted.ofOther[name, default: 0] - wanted.moving[name, default: 0]
            let expected = name == "follow_ups" ? stays : 0
            #expect(count == expected, "\(name) of the one who went")
        }
        // The comparison after the undo sees the tables of all services in which something moved.
        let changed = after.records.changed(since: before.records)
        for (name, table) in Self.tables where moved[name] != nil {
            #expect(changed.contains(table), "\(table) is as before")
        }
    }

    /// The table of each kind of records that move.
    private static let tables = [
        "coaches": "coaches coaches", "interactions": "interactions interactions",
        "follow_ups": "interactions follow_ups", "events": "events events",
        "event_coaches": "events event_coaches", "social_media_posts": "analytics posts",
    ]

    /// Undoes the merge. Every record and every page is as before, to the byte.
    func undo() throws {
        let undone = try family.call(
            UndoOperation.self, .init(operationID: operation), at: .coaches)
        #expect(undone.state == .done)
        var restored = moved
        switch pair {
        case .coaches:
            restored["coaches"] = 1
            #expect(undone.movedBack == [:])
        case .schools:
            // Coaches who move back were not deleted.
            let coaches = restored.removeValue(forKey: "coaches")
            #expect(undone.movedBack == coaches.map { ["coaches": $0] } ?? [:])
            restored["schools"] = 1
        }
        #expect(undone.restored == restored)
        family.giveBack(pair)
        let after = try family.read()
        let differences = after.records.differences(from: before.records)
        #expect(differences.isEmpty, "\(pair): \(differences.joined(separator: "\n"))")
        for (name, page) in before.pages {
            #expect(after.pages[name] == page, "\(name) is not as it was")
        }
    }
}

extension MergeFamily {
    /// Merges two records; returns the operation and the number of records that moved, by name.
    fileprivate func merge(
        _ pair: MergePair
    ) throws -> (operation: OperationID, moved: [String: Int]) {
        switch pair {
        case .coaches(let kept, let other):
            let answer = try call(MergeCoaches.self, .init(id: kept, otherID: other))
            #expect(answer.state == .done && answer.coach.id == kept)
            return (answer.operationID, answer.moved)
        case .schools(let kept, let other):
            let answer = try call(MergeSchools.self, .init(id: kept, otherID: other))
            #expect(answer.state == .done && answer.school.id == kept)
            return (answer.operationID, answer.moved)
        }
    }

    /// Two random records of a kind; the second goes, and is in the trash from now on. In half of
    /// the cases it is the one that the last merge kept.
    fileprivate func takePair(
        of kind: MergePair.Kind, after last: MergePair?
    ) throws -> MergePair {
        switch kind {
        case .coaches:
            let pair = try Self.take(from: &coaches, perhaps: last?.keptCoach, &random)
            return .coaches(kept: pair.kept, other: pair.other)
        case .schools:
            let pair = try Self.take(from: &schools, perhaps: last?.keptSchool, &random)
            return .schools(kept: pair.kept, other: pair.other)
        }
    }

    private static func take<ID: Equatable>(
        from ids: inout [ID], perhaps known: ID?, _ random: inout SeededNumbers
    ) throws -> (kept: ID, other: ID) {
        let isKnown = Bool.random(using: &random)
        guard let any = ids.randomElement(using: &random) else { throw Self.tooFew }
        let other = isKnown ? known ?? any : any
        ids.removeAll { $0 == other }
        guard let kept = ids.randomElement(using: &random) else { throw Self.tooFew }
        return (kept, other)
    }

    private static var tooFew: SystemUnderTest.Failure {
        .init(description: "the family has too few records to merge")
    }

    /// The one who went is there again.
    fileprivate func giveBack(_ pair: MergePair) {
        switch pair {
        case .coaches(_, let other): coaches.append(other)
        case .schools(_, let other): schools.append(other)
        }
    }
}
