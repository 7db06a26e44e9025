import Contracts
import Testing

@testable import Coaches

/// The rule that groups records (N-80).
@Suite struct DuplicateSetsTests {
    private typealias Groups = DuplicateSets<Int>
    private typealias Likeness = SchoolLikeness<Int>

    private func groups(_ records: [(Int, [DuplicateReason: String])]) -> [Groups.Group] {
        var groups = Groups()
        for (id, keys) in records { groups.add(id, keys.map { Groups.Key($0.key, $0.value) }) }
        return groups.groups()
    }

    // N-80
    @Test func recordsWithoutACommonKeyAreNoGroup() {
        #expect(groups([]).isEmpty)
        #expect(groups([(1, [.email: "a"]), (2, [.email: "b"]), (3, [:]), (4, [:])]).isEmpty)
        // The same text in another field says nothing.
        #expect(groups([(1, [.email: "a"]), (2, [.name: "a"])]).isEmpty)
        #expect(groups([(1, [.phone: ""]), (2, [.phone: ""])]).isEmpty)
    }

    // N-80
    @Test func aGroupHasEveryReasonOnceInTheirOrder() {
        let found = groups([
            (1, [.name: "n", .email: "e"]), (2, [.email: "x"]),
            (3, [.name: "n", .email: "e", .phone: "p"]), (4, [.name: "n", .phone: "p"]),
        ])
        #expect(found == [.init(ids: [1, 3, 4], reasons: [.email, .phone, .name])])
    }

    // N-80: 1 and 3 share nothing, but 2 is like both. A late record can join two groups.
    @Test func groupsReachAcrossOthers() {
        #expect(
            groups([(1, [.email: "a"]), (2, [.email: "a", .phone: "p"]), (3, [.phone: "p"])])
                == [.init(ids: [1, 2, 3], reasons: [.email, .phone])])
        #expect(
            groups([
                (1, [.email: "a"]), (2, [.email: "a"]), (3, [.phone: "p"]), (4, [.phone: "p"]),
                (5, [.email: "a", .phone: "p"]),
            ]) == [.init(ids: [1, 2, 3, 4, 5], reasons: [.email, .phone])])
        #expect(
            groups([(1, [.email: "a"]), (2, [.name: "n"]), (3, [.name: "n"]), (4, [.email: "a"])])
                == [
                    .init(ids: [1, 4], reasons: [.email]), .init(ids: [2, 3], reasons: [.name]),
                ])
    }

    // N-147: 3 is like the first one, 2 and 4 only like others; 4 is like a later one.
    @Test func eachRecordIsComparedWithTheFirstAndElseWithTheNext() {
        var sets = Groups()
        func add(_ id: Int, _ keys: [DuplicateReason: String]) {
            sets.add(id, keys.map { Groups.Key($0.key, $0.value) })
        }
        add(1, [.email: "a", .name: "n"])
        add(2, [.phone: "p"])
        add(3, [.email: "a", .name: "n", .phone: "p"])
        add(4, [.phone: "p"])
        let group = sets.groups()[0]
        let matches: [Groups.Match] = [
            .init(id: 2, other: 3, reasons: [.phone]),
            .init(id: 3, other: 1, reasons: [.email, .name]),
            .init(id: 4, other: 2, reasons: [.phone]),
        ]
        #expect(sets.matches(in: group, ofFirst: 4) == matches)
        #expect(sets.matches(in: group, ofFirst: 2) == Array(matches.prefix(1)))
        #expect(sets.matches(in: group, ofFirst: 1).isEmpty)
    }

    // N-80: a family that has every coach twice.
    @Test func groupsEqualThoseOfEveryPair() {
        var records: [(Int, [DuplicateReason: String])] = []
        for id in 0..<400 {
            records.append(
                (id, [.email: "\(id * 7 % 150)", .phone: "\(id * 13 % 390)", .name: "\(id)"]))
        }
        var expected = Array(0..<400)
        func root(_ id: Int) -> Int { expected[id] == id ? id : root(expected[id]) }
        for one in records {
            for other in records where one.1.contains(where: { other.1[$0.key] == $0.value }) {
                let (low, high) = (
                    min(root(one.0), root(other.0)), max(root(one.0), root(other.0))
                )
                expected[high] = low
            }
        }
        let sets = Dictionary(grouping: 0..<400, by: root).values.filter { $0.count > 1 }
        #expect(Set(groups(records).map { Set($0.ids) }) == Set(sets.map { Set($0) }))
    }

    private func school(
        _ id: Int, _ state: String? = nil, isInCatalogue: Bool = false
    ) -> Likeness {
        Likeness(id: id, state: state, isInCatalogue: isInCatalogue)
    }

    // N-80
    @Test func schoolsOfOneNameAreOneUnlessTheirStatesDiffer() {
        #expect(Likeness.groups(of: [school(1)]).isEmpty)
        #expect(Likeness.groups(of: [school(1), school(2)]) == [[1, 2]])
        #expect(Likeness.groups(of: [school(1, "NC"), school(2)]) == [[1, 2]])
        #expect(Likeness.groups(of: [school(1, "NC"), school(2, "TX")]).isEmpty)
        // The third one could be either.
        #expect(
            Likeness.groups(of: [school(1, "NC"), school(2, "TX"), school(3), school(4, "TX")])
                == [[2, 4]])
        // Two entries of the catalogue are two schools.
        #expect(
            Likeness.groups(of: [
                school(1, isInCatalogue: true), school(2, isInCatalogue: true),
            ]).isEmpty)
        #expect(
            Likeness.groups(of: [school(1, "NC", isInCatalogue: true), school(2)]) == [[1, 2]])
    }
}
