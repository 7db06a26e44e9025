import Contracts

/// Groups records that share a key, directly or through others.
struct DuplicateSets<ID: Hashable> {
    /// Something that only one record should have.
    struct Key: Hashable {
        let reason: DuplicateReason
        let text: String

        /// Creates a key; `nil` without a text.
        init?(_ reason: DuplicateReason, _ text: String?) {
            guard let text, !text.isEmpty else { return nil }
            self.reason = reason
            self.text = text
        }
    }

    /// Records that are probably one.
    struct Group: Hashable {
        /// The records, in the order in which they were added.
        var ids: [ID]
        /// What they share.
        var reasons: [DuplicateReason]
    }

    /// What a record shares with another one of its group.
    struct Match: Hashable {
        let id: ID
        let other: ID
        let reasons: [DuplicateReason]
    }

    private var ids: [ID] = []
    private var keys: [ID: Set<Key>] = [:]
    /// For each record another one of its group, or itself.
    private var links: [Int] = []
    /// The first record that has a key.
    private var holders: [Key: Int] = [:]
    /// A record of a group, and what was found to be shared there.
    private var findings: [(record: Int, reason: DuplicateReason)] = []

    /// Adds a record with its keys.
    mutating func add(_ id: ID, _ keys: [Key?]) {
        let new = ids.count
        ids.append(id)
        links.append(new)
        let present = Set(keys.compactMap { $0 })
        self.keys[id] = present
        for key in present {
            guard let holder = holders[key] else {
                holders[key] = new
                continue
            }
            let (one, other) = (root(of: holder), root(of: new))
            if one != other { links[max(one, other)] = min(one, other) }
            findings.append((new, key.reason))
        }
    }

    /// Follows the links to the first record of a group, and shortens them.
    private mutating func root(of record: Int) -> Int {
        var record = record
        while links[record] != record {
            links[record] = links[links[record]]
            record = links[record]
        }
        return record
    }

    /// The groups of more than one record, in the order of their first ones.
    mutating func groups() -> [Group] {
        var members: [Int: Group] = [:]
        for record in ids.indices {
            members[root(of: record), default: Group(ids: [], reasons: [])].ids
                .append(ids[record])
        }
        for (record, reason) in findings {
            let root = root(of: record)
            if members[root]?.reasons.contains(reason) == false {
                members[root]?.reasons.append(reason)
            }
        }
        return members.filter { $0.value.ids.count > 1 }.sorted { $0.key < $1.key }
            .map { group in
                var sorted = group.value
                sorted.reasons = DuplicateReason.allCases.filter(sorted.reasons.contains)
                return sorted
            }
    }

    /// Says for the first records of a group, but for the very first, what each shares with that
    /// one; if nothing, with the next one with which it does.
    func matches(in group: Group, ofFirst count: Int) -> [Match] {
        group.ids.prefix(count).dropFirst().compactMap { id -> Match? in
            for other in group.ids where other != id {
                let reasons = shared(id, other)
                if !reasons.isEmpty { return Match(id: id, other: other, reasons: reasons) }
            }
            return nil
        }
    }

    private func shared(_ one: ID, _ other: ID) -> [DuplicateReason] {
        let common = (keys[one] ?? []).intersection(keys[other] ?? [])
        return DuplicateReason.allCases.filter { reason in
            common.contains { $0.reason == reason }
        }
    }
}

/// What decides whether schools of one name are the same.
struct SchoolLikeness<ID: Hashable>: Hashable {
    let id: ID
    let state: String?
    /// Whether it is from the national catalogue. A family has each entry of it once.
    let isInCatalogue: Bool

    /// Returns those of several schools of one name that are probably the same: of schools in
    /// several states each state by itself, without those whose state is not known.
    static func groups(of schools: [SchoolLikeness]) -> [[ID]] {
        let states = Set(schools.compactMap(\.state))
        let parts =
            states.count <= 1
            ? [schools] : states.sorted().map { state in schools.filter { $0.state == state } }
        return parts.filter { part in
            part.count > 1 && part.contains { !$0.isInCatalogue }
        }
        .map { $0.map(\.id) }
    }
}
