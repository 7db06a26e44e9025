import Contracts
import Storage

/// Finds out which school a name means: one of the family's, or one of the catalogue.
struct SchoolFinder {
    /// A school that may be meant.
    enum Candidate: Hashable {
        case followed(School)
        case listed(CatalogueSchool)

        fileprivate var isFollowed: Bool {
            if case .followed = self { true } else { false }
        }
    }

    /// The schools that a name may mean.
    struct Finding {
        /// Whether it means the first one and no other.
        var isCertain: Bool
        /// Whether no school has the name, so that these have similar ones.
        var isGuess = false
        /// Those that the family follows first, then those that are probably meant.
        var candidates: [Candidate]

        fileprivate static func certain(_ candidate: Candidate) -> Finding {
            Finding(isCertain: true, candidates: [candidate])
        }

        fileprivate static func asked(_ candidates: [Candidate]) -> Finding {
            var distinct: [Candidate] = []
            for candidate in candidates where !distinct.contains(candidate) {
                distinct.append(candidate)
            }
            return Finding(
                isCertain: false,
                candidates: distinct.filter(\.isFollowed) + distinct.filter { !$0.isFollowed })
        }
    }

    private let catalogue: Catalogue
    private let schools: [School]
    /// The family's schools by their names as they are written, without case.
    private var byText: [String: [School]] = [:]
    private var byKey: [String: [School]] = [:]
    private var byCore: [String: [School]] = [:]
    /// The family's schools by the school of the catalogue that they are, as their id or their name
    /// says.
    private var byCatalogue: [String: [School]] = [:]

    /// Creates a finder for the schools of one family.
    init(_ catalogue: Catalogue, _ schools: [School]) {
        self.catalogue = catalogue
        self.schools = schools
        for school in schools {
            let name = SchoolName(school.name)
            byText[CaseFolding.fold(school.name.trimmed), default: []].append(school)
            byKey[name.key, default: []].append(school)
            byCore[name.coreKey, default: []].append(school)
            if let id = school.catalogueID { byCatalogue[id, default: []].append(school) }
        }
        for school in schools where school.catalogueID == nil {
            let named = catalogue.find(school.name, state: school.state)
            // A family that follows the entry means another school by a name of its own.
            guard named.isCertain, let id = named.schools.first?.catalogueID,
                byCatalogue[id]?.contains(where: { $0.catalogueID != nil }) != true
            else { continue }
            byCatalogue[id, default: []].append(school)
        }
    }

    /// Returns the schools that a name may mean. The state decides between several of one name.
    func find(_ name: String, state: String? = nil) -> Finding {
        named(name, state) ?? written(otherwise: name, state) ?? parts(of: name, state)
            ?? like(name)
    }

    /// Returns what a name may mean that has an abbreviation, or the sport of a team.
    private func written(otherwise name: String, _ state: String?) -> Finding? {
        let school = SchoolName.ofTeam(name)
        if let found = school.flatMap({ named($0, state) }) { return found }
        let found = SchoolName.expansions(of: school ?? name).compactMap { named($0, state) }
        guard !found.isEmpty else { return nil }
        let all = Finding.asked(found.flatMap(\.candidates))
        return all.candidates.count == 1 && found.contains(where: \.isCertain)
            ? .certain(all.candidates[0]) : all
    }

    /// Returns the schools whose names are parts of a name, which may be several schools in one.
    private func parts(of name: String, _ state: String?) -> Finding? {
        // Of "goduke.com", a team's site.
        let site = SchoolName.site(name).map { $0.hasPrefix("go") ? String($0.dropFirst(2)) : $0 }
        let several = SchoolName.several(in: name) + [site].compactMap(\.self)
        var found = several.flatMap { part in
            (named(part, state) ?? written(otherwise: part, state))?.candidates ?? []
        }
        if found.isEmpty {
            found =
                SchoolName.shorter(than: name).lazy.map { texts in
                    texts.compactMap { self.named($0, state) }.filter(\.isCertain)
                        .flatMap(\.candidates)
                }
                .first { !$0.isEmpty } ?? []
        }
        guard !found.isEmpty else { return nil }
        var guess = Finding.asked(found)
        guess.isGuess = true
        return guess
    }

    /// Returns the schools that have a name; nil if none does.
    private func named(_ name: String, _ state: String?) -> Finding? {
        let listed = catalogue.find(name, state: state)
        let typed = SchoolName(name)
        if let own = byText[CaseFolding.fold(name.trimmed)] { return find(own, listed, state) }
        if listed.isCertain, let id = listed.schools.first?.catalogueID,
            let known = byCatalogue[id]?.first(where: { $0.catalogueID != nil })
        {
            return .certain(.followed(known))
        }
        if let own = byKey[typed.key] { return find(own, listed, state) }
        let similar = (byCore[typed.coreKey] ?? []).filter { school in
            typed.kinds.isSubset(of: SchoolName(school.name).kinds)
                && (school.state == nil || state == nil || school.state == state)
        }
        let meant = listed.isCertain ? listed.schools.first.map(candidates) ?? [] : []
        let all = similar.map(Candidate.followed) + listed.schools.flatMap(candidates)
        if let only = meant.first, meant.count == 1,
            similar.allSatisfy({ only == .followed($0) })
        {
            return .certain(only)
        }
        if listed.schools.isEmpty, similar.count == 1 { return .certain(all[0]) }
        return all.isEmpty ? nil : .asked(all)
    }

    /// Returns what a name means that the family has given to schools of its own.
    private func find(
        _ own: [School], _ listed: Catalogue.Finding, _ state: String?
    ) -> Finding {
        let there = own.filter { $0.state == nil || state == nil || $0.state == state }
        return there.count == 1
            ? .certain(.followed(there[0]))
            : .asked(own.map(Candidate.followed) + listed.schools.flatMap(candidates))
    }

    /// Returns the family's schools that have a name, whatever other schools have it.
    func followed(named name: String) -> [School] {
        let found = find(name)
        return found.isGuess
            ? []
            : found.candidates.compactMap { candidate in
                if case .followed(let school) = candidate { school } else { nil }
            }
    }

    /// The family's schools that are this one of the catalogue, or else the school itself.
    private func candidates(_ school: CatalogueSchool) -> [Candidate] {
        byCatalogue[school.catalogueID]?.map(Candidate.followed) ?? [.listed(school)]
    }

    /// The schools with similar names.
    private func like(_ name: String) -> Finding {
        let words = NameFolding.words(name).map(FoldedWords.Typed.init)
        let own = schools.filter { school in
            let own = FoldedWords(NameFolding.words(school.name))
            return !words.isEmpty && words.allSatisfy { own.begin(with: $0) }
        }
        let listed = catalogue.schools(like: name, limit: SchoolNameLimit.candidatesMax)
        var guess = Finding.asked(own.map(Candidate.followed) + listed.flatMap(candidates))
        guess.isGuess = true
        return guess
    }
}
