import Contracts

/// Finds schools of a family that are probably one although their names differ.
struct SchoolDuplicateSets {
    /// Two schools that are probably one.
    struct Pair: Hashable {
        let one: SchoolID
        let other: SchoolID
        let reason: DuplicateReason
    }

    private let schools: [School]
    /// The ids in the catalogue, as the schools say or as their names or web sites mean.
    private let identities: [SchoolID: String]
    /// The schools in the catalogue that the names of those added by hand may mean.
    private let meant: [SchoolID: Set<String>]
    /// The words of the names, which are taken apart once.
    private let names: [SchoolID: (core: Set<String>, words: Set<String>)]

    init(_ catalogue: Catalogue, _ schools: [School]) {
        self.schools = schools
        names = schools.reduce(into: [:]) { names, school in
            let name = SchoolName(school.name)
            names[school.id] = (Set(name.core), Set(name.words))
        }
        var identities: [SchoolID: String] = [:]
        var meant: [SchoolID: Set<String>] = [:]
        for school in schools {
            if let id = school.catalogueID {
                identities[school.id] = id
                continue
            }
            let found = catalogue.find(school.name, state: school.state)
            meant[school.id] = Set(found.schools.map(\.catalogueID))
            identities[school.id] = catalogue.meant(by: school, named: found)?.catalogueID
        }
        (self.identities, self.meant) = (identities, meant)
    }

    /// The pairs of which one school was added by hand. `coaches` are the names of coaches with
    /// their schools.
    func pairs(_ coaches: [(name: String, school: SchoolID)]) -> [Pair] {
        var schoolsOf: [String: Set<SchoolID>] = [:]
        var namesAt: [SchoolID: [String]] = [:]
        for coach in coaches {
            schoolsOf[coach.name, default: []].insert(coach.school)
            namesAt[coach.school, default: []].append(coach.name)
        }
        let index = Index(schools, identities, names)
        return schools.filter { $0.catalogueID == nil }.flatMap { school -> [Pair] in
            let sharing = (namesAt[school.id] ?? []).reduce(into: Set<SchoolID>()) {
                $0.formUnion(schoolsOf[$1] ?? [])
            }
            let named = meant[school.id] ?? []
            let wanted: Set<String> = identities[school.id].map { [$0] } ?? named
            let places = index.places(
                of: sharing, wanted, names[school.id]?.core ?? [])
            return places.compactMap { place in
                let other = schools[place]
                guard other.id != school.id, isOneState(school, other),
                    !areTwo(school, other)
                else { return nil }
                let reason: DuplicateReason? =
                    isSame(school, other, named)
                    ? .name : sharing.contains(other.id) ? .coach : nil
                return reason.map { Pair(one: school.id, other: other.id, reason: $0) }
            }
        }
    }

    /// Finds the few schools that one may be the same as, so that a family with many is not
    /// compared pair by pair.
    private struct Index {
        private var ofID: [SchoolID: Int] = [:]
        private var ofIdentity: [String: [Int]] = [:]
        private var ofWord: [String: [Int]] = [:]

        init(
            _ schools: [School], _ identities: [SchoolID: String],
            _ names: [SchoolID: (core: Set<String>, words: Set<String>)]
        ) {
            for (place, school) in schools.enumerated() {
                ofID[school.id] = place
                if let identity = identities[school.id] {
                    ofIdentity[identity, default: []].append(place)
                }
                for word in names[school.id]?.words ?? [] {
                    ofWord[word, default: []].append(place)
                }
            }
        }

        /// The places, in order, of these schools, of those with these identities, and of those
        /// whose names may have all the words.
        func places(
            of ids: Set<SchoolID>, _ identities: Set<String>, _ words: Set<String>
        ) -> [Int] {
            var places = Set(ids.compactMap { ofID[$0] })
            for identity in identities { places.formUnion(ofIdentity[identity] ?? []) }
            let rarest = words.map { ofWord[$0] ?? [] }.min { $0.count < $1.count }
            places.formUnion(rarest ?? [])
            return places.sorted()
        }
    }

    /// Whether they are two schools of the catalogue.
    private func areTwo(_ one: School, _ other: School) -> Bool {
        guard let first = identities[one.id], let second = identities[other.id] else {
            return false
        }
        return first != second
    }

    private func isOneState(_ one: School, _ other: School) -> Bool {
        one.state == nil || other.state == nil || one.state == other.state
    }

    /// Whether both are the same school of the catalogue, or the other one may be what the name
    /// means. A name that nobody has may be a part of the other one's.
    private func isSame(_ school: School, _ other: School, _ named: Set<String>) -> Bool {
        if let own = identities[school.id] { return identities[other.id] == own }
        if !named.isEmpty { return identities[other.id].map(named.contains) ?? false }
        guard let words = names[school.id]?.core else { return false }
        return words.contains { $0.count >= Self.wordMin }
            && words.isSubset(of: names[other.id]?.words ?? [])
    }

    /// The shortest word, in letters, of which one must be in both names.
    static let wordMin = 4
}

extension Catalogue {
    /// The school that one added by hand certainly is, by its name or else its web site.
    ///
    /// - Parameter found: What its name may mean, if that was looked up before.
    func meant(by school: School, named found: Finding? = nil) -> CatalogueSchool? {
        let named = found ?? find(school.name, state: school.state)
        if named.isCertain { return named.schools.first }
        guard let website = school.website, !website.isEmpty else { return nil }
        let sited = find(website, state: school.state)
        return sited.isCertain ? sited.schools.first : nil
    }
}
