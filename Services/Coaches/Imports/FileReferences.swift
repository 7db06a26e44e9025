import Contracts
import ServiceKit
import Storage

/// Resolves a file's reference to a school or coach to a record of the family, or throws why it
/// cannot.
struct FileReferences {
    /// The most schools that an error message names.
    static let namesShownMax = 3

    let repository: ReferenceRepository
    let catalogue: Catalogue

    /// Returns the school, or `nil` if none is named: by its catalogue id, else by the family's
    /// name for it, else by one that the catalogue knows. Throws a validation error for the field
    /// `school`.
    func school(_ reference: SchoolReference?) throws -> SchoolID? {
        if let catalogueID = reference?.catalogueID?.trimmed, !catalogueID.isEmpty {
            guard let id = try repository.school(catalogueID: catalogueID) else {
                throw ServiceError.invalid(
                    "school",
                    "Your family follows no school with catalogue id \(Self.shown(catalogueID))")
            }
            return id
        }
        guard let name = reference?.name?.trimmed, !name.isEmpty else { return nil }
        switch try repository.school(named: name) {
        case .one(let id): return id
        case .none: return try school(called: name)
        case .several:
            throw ServiceError.invalid(
                "school", "Several schools are named \"\(Self.shown(name))\"; give the catalogue id"
            )
        }
    }

    /// Returns the school that the family follows and that is called so. Throws a validation error
    /// if there is none or if there are several.
    private func school(called name: String) throws -> SchoolID {
        if let id = try followed(catalogue.find(name, state: nil)) { return id }
        let found = SchoolFinder(catalogue, try repository.schools()).followed(named: name)
            .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
        guard let only = found.first else {
            throw ServiceError.invalid(
                "school", "Your family follows no school named \"\(Self.shown(name))\"")
        }
        guard found.count == 1 else {
            var names = found.prefix(Self.namesShownMax).map { Self.shown($0.name) }
            if found.count > Self.namesShownMax { names.append("another") }
            throw ServiceError.invalid(
                "school",
                "\"\(Self.shown(name))\" may be \(names.joined(separator: " or ")); "
                    + "write the whole name")
        }
        return only.id
    }

    /// Returns the school that the family follows as the one of the catalogue which is meant. Most
    /// rows of a file name such a one, and need not look at all schools.
    func followed(_ finding: Catalogue.Finding) throws -> SchoolID? {
        guard finding.isCertain, let school = finding.schools.first else { return nil }
        return try repository.school(catalogueID: school.catalogueID)
    }

    /// Returns the coach, or `nil` if none is named. Throws a validation error for the field
    /// `coach`.
    func coach(_ reference: CoachReference?, at school: SchoolID?) throws -> CoachID? {
        if let key = reference?.key?.trimmed, !key.isEmpty {
            guard let coach = try repository.coach(key: key) else {
                throw ServiceError.invalid(
                    "coach", "No coach of yours was imported as \(Self.shown(key))")
            }
            guard school == nil || coach.school == school else {
                throw ServiceError.invalid(
                    "coach", "The coach imported as \(Self.shown(key)) is not at that school")
            }
            return coach.id
        }
        guard let name = reference?.name?.trimmed, !name.isEmpty else { return nil }
        let place = school == nil ? "of yours" : "at that school"
        switch try repository.coach(named: name, at: school) {
        case .one(let id): return id
        case .none:
            throw ServiceError.invalid(
                "coach", "No coach \(place) is named \"\(Self.shown(name))\"")
        case .several(let count):
            throw ServiceError.invalid(
                "coach",
                NamesakeText.several(count, named: Self.shown(name), isAtSchool: school != nil))
        }
    }

    /// Text of a file as quoted in an error message: at most 60 characters.
    static func shown(_ text: String) -> String {
        text.count > 60 ? text.prefix(59) + "…" : text
    }
}

extension ResolveReferences {
    /// Resolves each reference.
    static func handle(
        _ input: Request, _ context: CallContext, _ transaction: ReadTransaction,
        catalogue: Catalogue
    ) throws -> Response {
        let references = FileReferences(
            repository: ReferenceRepository(try context.requireFamily(), transaction),
            catalogue: catalogue)
        return Response(
            references: try input.references.map { reference in
                var resolved = Resolved()
                do {
                    resolved.schoolID = try references.school(reference.school)
                } catch let error as ServiceError {
                    resolved.errors = error.errors
                }
                do {
                    resolved.coachID = try references.coach(
                        reference.coach, at: resolved.schoolID)
                } catch let error as ServiceError {
                    resolved.errors.merge(error.errors) { first, _ in first }
                }
                return resolved
            })
    }
}
