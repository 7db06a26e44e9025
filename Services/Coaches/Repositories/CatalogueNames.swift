import Contracts
import Foundation

/// What the schools of the catalogue are called: the index by which names are looked up.
struct CatalogueNames: Sendable {
    /// What one school is called.
    struct Calling: Sendable {
        /// Its official name, its usual short name and the like.
        var usual: [String]
        /// What the national directory says besides, such as initials that others have, too.
        var other: [String]
        /// The names of its teams, such as "Tigers".
        var nicknames: [String] = []
        /// The name of its web site.
        var site: String?
        var state: String
    }

    /// A name that several schools have, with their places in the catalogue, the one that nearly
    /// everyone means first.
    struct Shared: Sendable {
        var name: String
        var schools: [Int]
    }

    /// The schools that a name may mean.
    struct Finding: Sendable, Hashable {
        /// Whether it means the first one and no other.
        var isCertain: Bool
        /// Their places in the catalogue, those that are probably meant first.
        var schools: [Int]

        static let none = Finding(isCertain: false, schools: [])
    }

    /// The shortest name, in letters, that means the school that usually has it although the
    /// directory gives it to another one as well. Initials are shorter, and asked about.
    static let usualMin = 5

    /// The shortest name, in letters and signs, that is certain. Whose initials two letters are
    /// nobody knows.
    static let certainMin = 3

    private let states: [String]
    private var usual = Index()
    private var other = Index()
    /// The schools by their official names without the campus.
    private var systems: [String: [Int]] = [:]
    private var shared: [String: [Int]] = [:]
    private var sharedCores: [String: [Int]] = [:]
    private var nicknames: [String: [Int]] = [:]
    private var sites: [String: [Int]] = [:]
    /// Whether schools say in a name that they are a university or a college.
    private let kinds: [Set<String>]

    /// Schools by their names in several forms.
    private struct Index: Sendable {
        private(set) var keys: [String: [Int]] = [:]
        private(set) var words: [[String]: [Int]] = [:]
        private(set) var cores: [String: [Int]] = [:]

        mutating func add(_ name: SchoolName, _ school: Int) {
            guard !name.isKind else { return }
            Self.add(school, to: &keys[name.key, default: []])
            Self.add(school, to: &words[name.words, default: []])
            Self.add(school, to: &cores[name.coreKey, default: []])
        }

        static func add(_ school: Int, to schools: inout [Int]) {
            if !schools.contains(school) { schools.append(school) }
        }
    }

    /// Collects the names of schools, which are told apart by their places.
    init(_ schools: [Calling], shared names: [Shared] = []) {
        states = schools.map(\.state)
        var kinds: [Set<String>] = []
        for (place, school) in schools.enumerated() {
            let usualNames = school.usual.map(SchoolName.init)
            let otherNames = school.other.map(SchoolName.init)
            kinds.append((usualNames + otherNames).reduce(into: []) { $0.formUnion($1.kinds) })
            for name in usualNames { usual.add(name, place) }
            for name in otherNames { other.add(name, place) }
            let official = school.usual.first ?? ""
            if let name = Self.part(of: official, before: ["("]) {
                other.add(SchoolName(name), place)
            }
            if let name = Self.part(of: official, before: ["-", " at ", " in "]) {
                Index.add(place, to: &systems[SchoolName(name).key, default: []])
            }
            for nickname in school.nicknames {
                Index.add(place, to: &nicknames[SchoolName(nickname).key, default: []])
                for name in school.usual { usual.add(SchoolName("\(name) \(nickname)"), place) }
            }
            if let site = school.site { Index.add(place, to: &sites[site, default: []]) }
        }
        self.kinds = kinds
        for name in names {
            shared[SchoolName(name.name).key] = name.schools
            sharedCores[SchoolName(name.name).coreKey] = name.schools
        }
    }

    /// What stands before the first of several marks; nil if there is none.
    private static func part(of name: String, before marks: [String]) -> String? {
        marks.compactMap { name.range(of: $0)?.lowerBound }.min().map { String(name[..<$0]) }
    }

    // MARK: Looking up

    /// Returns the schools that have a name. A state, which the name may also end with, decides
    /// between several.
    func find(_ text: String, state: String? = nil) -> Finding {
        if let site = SchoolName.site(text) {
            let schools = sites[site] ?? []
            return Finding(isCertain: schools.count == 1, schools: schools)
        }
        let name = SchoolName(text)
        var whole = narrowed(find(name), name, state)
        let signs = text.count { !$0.isWhitespace && $0 != "." }
        if signs < Self.certainMin, state == nil { whole.isCertain = false }
        guard let place = SchoolName.withState(text) else { return whole }
        let short = SchoolName(place.name)
        let named = narrowed(find(short), short, place.state)
        if whole.isCertain {
            // "Florida (FL)" is how Florida College is listed, and others are there, too.
            let others = named.schools.filter { states[$0] == place.state }
            guard let first = others.first, first != whole.schools.first else { return whole }
            return Finding(isCertain: false, schools: Self.joined(others, whole.schools))
        }
        guard named.isCertain || whole.schools.isEmpty else { return whole }
        return state == nil || state == place.state ? named : named.asked
    }

    private func find(_ name: SchoolName) -> Finding {
        guard !name.isKind else { return .none }
        // Those with these words come before those whose words only have the same letters.
        let named = Self.joined(usual.words[name.words] ?? [], usual.keys[name.key] ?? [])
        let all = Self.joined(
            named, Self.joined(other.keys[name.key] ?? [], sites[name.key] ?? []))
        if let several = shared[name.key] {
            return Finding(isCertain: false, schools: Self.joined(several, all))
        }
        let nicknamed = nicknames[name.key] ?? []
        if !nicknamed.isEmpty {
            return Finding(isCertain: false, schools: Self.joined(all, nicknamed))
        }
        if all.count == 1 { return Finding(isCertain: true, schools: all) }
        let isUsual =
            named.count == 1 && usual.words[name.words] == named
            && name.key.count >= Self.usualMin && sharedCores[name.coreKey] == nil
        guard all.isEmpty else { return Finding(isCertain: isUsual, schools: all) }
        let campuses = systems[name.key] ?? []
        return campuses.count == 1
            ? Finding(isCertain: true, schools: campuses) : find(core: name, besides: campuses)
    }

    /// Looks up what is left of a name without "University" and the like. It may only say that a
    /// school is a university if the school itself does.
    private func find(core name: SchoolName, besides known: [Int]) -> Finding {
        let named = usual.cores[name.coreKey] ?? []
        let all = Self.joined(named, other.cores[name.coreKey] ?? [])
        if let several = sharedCores[name.coreKey] {
            return Finding(
                isCertain: false, schools: Self.joined(several, Self.joined(known, all)))
        }
        guard let first = all.first else { return Finding(isCertain: false, schools: known) }
        let isUsual =
            named.count == 1 && usual.words[name.core] == named
            && name.coreKey.count >= Self.usualMin
        let isCertain =
            (all.count == 1 || isUsual) && name.kinds.isSubset(of: kinds[first])
            && (known.isEmpty || known.contains(first))
        return Finding(isCertain: isCertain, schools: Self.joined(all, known))
    }

    /// Puts the schools of a state first. The only one there is certain, and a school of another
    /// state is not.
    private func narrowed(_ finding: Finding, _ name: SchoolName, _ state: String?) -> Finding {
        guard let state, let first = finding.schools.first else { return finding }
        if finding.isCertain, states[first] == state { return finding }
        let there = finding.schools.filter { states[$0] == state }
        let isOnly =
            there.count == 1 && !finding.isCertain
            && name.kinds.isSubset(of: kinds[there[0]])
        return Finding(isCertain: isOnly, schools: Self.joined(there, finding.schools))
    }

    private static func joined(_ first: [Int], _ second: [Int]) -> [Int] {
        second.reduce(into: first) { Index.add($1, to: &$0) }
    }
}

extension CatalogueNames.Finding {
    /// The same schools without certainty.
    fileprivate var asked: Self { Self(isCertain: false, schools: schools) }
}
